import { describe, expect, it } from 'vitest';
import { findDifference, type Pattern } from '../../src/testing/find-difference.js';

const value = {
  outcome: 'HTTP_ERROR',
  http: { status: 503, path: '/mcp' },
  fault: null,
  findings: [{ rule: 'C-HTTP-05' }, { rule: 'C-META-01' }],
};

describe('a pattern', () => {
  it.each<[string, Pattern<typeof value>]>([
    ['nothing', {}],
    ['a member', { outcome: 'HTTP_ERROR' }],
    ['a member of a member', { http: { status: 503 } }],
    ['null', { fault: null }],
    ['a list, with part of each item', { findings: [{}, { rule: 'C-META-01' }] }],
    ['a regular expression', { http: { path: /^\/mcp$/ }, findings: [{ rule: /HTTP/ }, {}] }],
    ['matchers of the test runner', expect.objectContaining({ http: expect.anything() })],
    ['a matcher inside', { http: { status: expect.any(Number) } }],
  ])('of %s fits', (_name, pattern) => {
    expect(findDifference(pattern, value)).toBeNull();
  });

  it.each<[unknown, string]>([
    [{ outcome: 'RESULT' }, "outcome is 'HTTP_ERROR'"],
    [{ http: { status: 500 } }, 'http.status is 503'],
    [{ http: null }, "http is { status: 503, path: '/mcp' }"],
    [{ fault: { kind: 'delay' } }, 'fault is null'],
    [{ http: { path: /^\/w/ } }, "http.path is '/mcp'"],
    [{ http: { status: /503/ } }, 'http.status is 503'],
    [{ findings: [] }, 'findings has 2 items'],
    [{ findings: {} }, "findings is [ { rule: 'C-HTTP-05' }, { rule: 'C-META-01' } ]"],
    [{ findings: [{}, { rule: 'other' }] }, "findings[1].rule is 'C-META-01'"],
    [{ http: { status: expect.any(String) } }, 'http.status is 503'],
    [{ missing: 1 }, 'missing is undefined'],
  ])('%j does not fit: %s', (pattern, difference) => {
    expect(findDifference(pattern, value)).toBe(difference);
  });

  it('gives the same answer twice with an expression that remembers where it was', () => {
    const pattern = { outcome: /HTTP/g };
    expect(findDifference(pattern, value)).toBeNull();
    expect(findDifference(pattern, value)).toBeNull();
  });
});
