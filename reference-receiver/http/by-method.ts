import type { Answer } from './answer.js';
import { Refused, refusal } from './refusal.js';

type Methods = Readonly<Record<string, () => Answer | Promise<Answer>>>;

/** Answers a request as its method asks; throws Refused, which names the methods, for any other. */
export async function byMethod(request: Request, methods: Methods): Promise<Answer> {
  const act = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (act !== undefined) return act();
  const allow = Object.keys(methods).join(', ');
  throw new Refused(refusal('method-not-allowed', `Use one of: ${allow}.`, { headers: { allow } }));
}
