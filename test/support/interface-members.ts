import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Members of an object type: each with the members of its own object type, where it has one. */
export interface Members {
  readonly [name: string]: Members | null;
}

/** Reads the members of an interface from TypeScript files, following names through the interfaces among them. */
export function interfaceMembers(files: readonly string[], name: string): Members {
  const interfaces = new Map<string, ts.InterfaceDeclaration>();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
    source.forEachChild((node) => {
      if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
    });
  }
  const found = interfaces.get(name);
  if (found === undefined) throw new Error(`no interface ${name} in ${files.join(', ')}`);
  return membersOf(found.members, interfaces);
}

function membersOf(
  nodes: ts.NodeArray<ts.TypeElement>,
  interfaces: ReadonlyMap<string, ts.InterfaceDeclaration>,
): Members {
  const members: Record<string, Members | null> = {};
  for (const node of nodes) {
    if (!ts.isPropertySignature(node) || node.type === undefined) continue;
    members[node.name.getText()] = inside(node.type, interfaces);
  }
  return members;
}

function inside(type: ts.TypeNode, interfaces: ReadonlyMap<string, ts.InterfaceDeclaration>): Members | null {
  if (ts.isTypeLiteralNode(type)) return membersOf(type.members, interfaces);
  if (ts.isArrayTypeNode(type)) return inside(type.elementType, interfaces);
  if (ts.isTypeOperatorNode(type)) return inside(type.type, interfaces);
  if (ts.isUnionTypeNode(type)) {
    return type.types.map((part) => inside(part, interfaces)).find((members) => members !== null) ?? null;
  }
  if (ts.isTypeReferenceNode(type)) {
    const known = interfaces.get(type.typeName.getText());
    return known === undefined ? null : membersOf(known.members, interfaces);
  }
  return null;
}
