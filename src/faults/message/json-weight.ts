/** How much a JSON value takes, before anything is made of it. */

/** What a value takes besides its characters: the time to copy it and write it down, more than its memory. */
const NODE_WEIGHT = 64;

/** About its length as text, or more. Counts no further than `limit`: what is beyond is some number larger than it. */
export function jsonWeight(value: unknown, limit: number): number {
  let weight = 0;
  const left = [value];
  while (left.length > 0 && weight <= limit) {
    const next = left.pop();
    weight += NODE_WEIGHT;
    if (typeof next === 'string') weight += next.length;
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, member] of Object.entries(next)) {
      weight += Array.isArray(next) ? 0 : name.length;
      left.push(member);
    }
  }
  return weight;
}
