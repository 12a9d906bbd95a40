/** Closes kitchens when a vitest test is over; vitest is found where it runs, and never imported. */
import { z } from 'zod';

type Close = () => Promise<void>;

const isFunction = (value: unknown): boolean => typeof value === 'function';
const hook = z.custom<(close: Close) => void>(isFunction);

const vitestModule = z.object({
  afterAll: hook,
  onTestFinished: hook,
  TestRunner: z
    .custom<{ getCurrentTest(): { readonly concurrent?: boolean } | undefined }>(isFunction)
    .optional(),
});

/**
 * The vitest that runs this file, else null. It is the module behind `import.meta.vitest`: an import could lead to
 * another copy, whose hooks nobody calls.
 */
const vitest = vitestModule.safeParse(Reflect.get(globalThis, '__vitest_index__')).data ?? null;

const left = new Set<Close>();

async function closeLeft(): Promise<void> {
  const closing = [...left].map((close) => close());
  left.clear();
  await Promise.all(closing);
}

// Said while the file is collected: a hook that runs, `beforeAll` say, can add none.
vitest?.afterAll(closeLeft);

/**
 * Closes at the end of the test that runs. Outside of one, and in a concurrent test (vitest cannot tell which of them
 * asks), at the end of the suite or file. Does nothing where no vitest runs.
 */
export function closeWithVitest(close: Close): void {
  if (vitest === null) return;
  if (vitest.TestRunner?.getCurrentTest()?.concurrent !== true) {
    try {
      vitest.onTestFinished(close);
      return;
    } catch {
      // Thrown where no test runs.
    }
  }
  left.add(close);
  vitest.afterAll(closeLeft);
}
