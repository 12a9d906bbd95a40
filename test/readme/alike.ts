/** Writes alike what differs from one run to the next, and nothing else. */

export function alike(text: string): string {
  const sessions = new Map<string, string>();
  const nameSession = (id: string): string => {
    const short = id.slice(0, 8);
    const name = sessions.get(short) ?? `session-${String(sessions.size + 1)}`;
    sessions.set(short, name);
    return name;
  };
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIMESTAMP')
    .replaceAll(/^\d\d:\d\d:\d\d\.\d{3} /gm, 'TIME ')
    .replaceAll(/ {2}(?:\d+ ms|\d+\.\d s)$/gm, '  DURATION')
    .replaceAll(/^id: [0-9a-f]{12}-\d+$/gm, 'id: EVENT')
    .replaceAll(/^(Seed +)\d+$/gm, '$1SEED')
    .replaceAll(/\bs[0-9a-f]{7}(?:[0-9a-f]{11})?\b/g, nameSession);
}
