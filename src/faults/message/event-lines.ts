/** The lines of an event stream: fields, comments, and what ends each. */

export const LINE_ENDS = {
  lf: ['\n'],
  cr: ['\r'],
  crlf: ['\r\n'],
  mixed: ['\n', '\r\n', '\r'],
} as const;

export interface LineForm {
  readonly lineEnd: keyof typeof LINE_ENDS;
  /** Spaces behind the colon of a field. */
  readonly space: number;
}

export interface EventFields {
  readonly event?: string | undefined;
  readonly id?: string | number | undefined;
  readonly retry?: string | number | undefined;
  /** Whether the blank line follows that ends the event. */
  readonly blank: boolean;
}

export class LineWriter {
  #written = 0;
  readonly #ends: readonly string[];
  readonly #space: string;

  constructor({ lineEnd, space }: LineForm) {
    this.#ends = LINE_ENDS[lineEnd];
    this.#space = ' '.repeat(space);
  }

  /** Whether the same line is written in the same way each time. */
  get isUniform(): boolean {
    return this.#ends.length === 1;
  }

  comment(text: string): Buffer {
    return Buffer.from(`:${text}${this.#end()}`);
  }

  event(data: readonly string[], { event, id, retry, blank }: EventFields): Buffer {
    const fields: [string, string][] = [];
    if (event !== undefined) fields.push(['event', event]);
    if (id !== undefined) fields.push(['id', String(id)]);
    if (retry !== undefined) fields.push(['retry', String(retry)]);
    for (const text of data) fields.push(['data', text]);
    const lines = fields.map(([name, text]) => `${name}:${this.#space}${text}${this.#end()}`);
    return Buffer.from(lines.join('') + (blank ? this.#end() : ''));
  }

  #end(): string {
    const end = this.#ends[this.#written % this.#ends.length] ?? '\n';
    this.#written += 1;
    return end;
  }
}

/** JSON may be broken behind any comma, colon or opening bracket: as many lines as that allows, `lines` at most. */
export function spread(json: string, lines: number): readonly string[] {
  if (lines === 1) return [json];
  const places = breakingPlaces(json);
  const count = Math.min(lines - 1, places.length);
  const breaks = Array.from(
    { length: count },
    (_, index) => places[Math.floor(((index + 1) * places.length) / (count + 1))] ?? 0,
  );
  return [0, ...breaks].map((from, index) => json.slice(from, breaks[index] ?? json.length));
}

const BEFORE_A_BREAK: ReadonlySet<string> = new Set([',', ':', '{', '[']);

function breakingPlaces(json: string): readonly number[] {
  const places: number[] = [];
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charAt(index);
    if (isInString && character === '\\') index += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && BEFORE_A_BREAK.has(character)) places.push(index + 1);
  }
  return places;
}
