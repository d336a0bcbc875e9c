import { expect, test } from 'vitest';
import { file, mistakeOf, reading } from './support.js';

test('a file may name the version of its receiver, which the contract then has', () => {
  expect(reading(file({}, "version: '14.2'")).adapter.contract.version).toBe('14.2');
  expect(reading(file()).adapter.contract).not.toHaveProperty('version');
});

test('a version that YAML reads as a number is refused, since 14.10 would become 14.1', () => {
  expect(mistakeOf(file({}, 'version: 14.10')).message).toContain('version');
});
