/** What the address that a kitchen is bound to means to those who want to reach it. */

/** As it stands in a URL: IPv6 in brackets, other spellings of an address (`0`, `::0`) in the usual one. */
function inUrl(host: string): string {
  const text = host.includes(':') ? `[${host}]` : host;
  return URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : text;
}

/** Whether it stands for every address of the machine, and so is none that a client could aim at. */
export function isEveryAddress(host: string): boolean {
  return ['0.0.0.0', '[::]'].includes(inUrl(host));
}

/** Host for the URLs of a kitchen: loopback, which always answers, where it is bound to every address. */
export function reachableHost(host: string): string {
  return isEveryAddress(host) ? '127.0.0.1' : inUrl(host);
}
