import { describe, expect, it } from 'vitest';
import { isEveryAddress, reachableHost } from '../src/listen-address.js';

describe('the address that a kitchen is bound to', () => {
  it.each(['0.0.0.0', '::', '0', '::0', '0:0:0:0:0:0:0:0'])(
    'is reached by loopback where %s means every address',
    (host) => {
      expect([isEveryAddress(host), reachableHost(host)]).toEqual([true, '127.0.0.1']);
    },
  );

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['192.168.1.20', '192.168.1.20'],
    ['::1', '[::1]'],
  ])('is what it says where it is one: %s', (host, inUrl) => {
    expect([isEveryAddress(host), reachableHost(host)]).toEqual([false, inUrl]);
  });
});
