/** Durations and sizes as people write them: `500ms`, `60s`, `5m`, `1h`; `64KiB`, `4MiB`. */
import { z } from 'zod';

type Units = Readonly<Record<string, number>>;
const MILLISECONDS: Units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const BYTES: Units = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

const DURATION = /^(\d{1,15}(?:\.\d{1,6})?)(ms|s|m|h|d)$/;
const SIZE = /^(\d{1,15}(?:\.\d{1,6})?)(B|KiB|MiB|GiB)?$/;

const DURATION_HINT = 'write a number and a unit (ms, s, m, h, d), say 500ms, 60s or 5m';

/** Milliseconds of `500ms`, `60s`, `1.5m`, `1h`, `2d`, rounded. Throws a `RangeError` that says what is allowed. */
export function parseDuration(text: string): number {
  const match = DURATION.exec(text);
  if (match === null) throw new RangeError(`"${text}" is no duration: ${DURATION_HINT}`);
  return inUnits(match, MILLISECONDS, 'ms');
}

/** Bytes of `512`, `512B`, `64KiB`, `4MiB`, `1GiB`, rounded. Throws a `RangeError` that says what is allowed. */
export function parseSize(text: string): number {
  const match = SIZE.exec(text);
  if (match === null) {
    throw new RangeError(
      `"${text}" is no size: write bytes or a number and a unit (B, KiB, MiB, GiB), say 64KiB or 4MiB`,
    );
  }
  return inUnits(match, BYTES, 'B');
}

function inUnits([text, number, unit]: RegExpExecArray, units: Units, smallest: string): number {
  const rounded = Math.round(Number(number) * (units[unit ?? smallest] ?? Number.NaN));
  if (!Number.isSafeInteger(rounded)) throw new RangeError(`"${text}" is too large`);
  return rounded;
}

/** Milliseconds of a duration param: a number is milliseconds already. */
export function toMilliseconds(duration: string | number): number {
  return typeof duration === 'number' ? duration : parseDuration(duration);
}

/** A duration in params: a text with a unit, or a number of milliseconds, from `min` to `max` milliseconds. */
export function durationSchema(bounds: {
  readonly min?: number;
  readonly max: number;
}): z.ZodType<string | number, string | number> {
  const { min = 0, max } = bounds;
  return z.union([
    z.number().min(min).max(max),
    z
      .string()
      .regex(DURATION, { error: `Invalid duration: ${DURATION_HINT}`, abort: true })
      .refine(
        (text) => parseDuration(text) >= min && parseDuration(text) <= max,
        `Invalid duration: expected ${String(min)} to ${String(max)} milliseconds`,
      ),
  ]);
}
