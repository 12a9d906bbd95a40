/** A body that is made while it goes out, as fast as the client takes it. */

/** Pieces go out one by one; whoever leaves early ends the generator too. */
export function streamOf(
  pieces: AsyncGenerator<Uint8Array> | Generator<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
