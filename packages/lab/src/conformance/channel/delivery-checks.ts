import {
  runUntilFirstFailure,
  okAdvice,
  createTextMessageJson,
  type ChannelCheckContext,
} from "./context.ts";
import { createFailedVerdict, createPassedVerdict, type Check, type Verdict } from "../report.ts";
import { generateId } from "../sign.ts";

/** Creates checks of how requests arrive: chunked, repeated, in sequence, and concurrent. */
export function createDeliveryChecks(context: ChannelCheckContext): readonly Check[] {
  return [
    {
      rule: "CH-073",
      title: "takes a body in chunks, without Content-Length",
      run: () =>
        context.expect(
          { message: createTextMessageJson("In two parts"), chunked: true },
          'Read bodies with "Transfer-Encoding: chunked", or keep the switch "chunked encoding" of the channel off.',
        ),
    },
    {
      rule: "CH-072",
      title: "takes a repeat with the same ids as done",
      run: () => checkRepeat(context),
    },
    {
      rule: "CH-085",
      title: "takes five messages of one customer, one after the other",
      run: () => checkSequence(context),
    },
    {
      rule: "CH-085",
      title: "takes messages of sixteen customers at the same time",
      run: () => checkConcurrency(context),
    },
  ];
}

async function checkRepeat({ send, isAccepted }: ChannelCheckContext): Promise<Verdict> {
  const id = `msg_${generateId()}`;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const result = await send({
      message: createTextMessageJson("The same three times", id.slice(4)),
      id,
    });
    if (isAccepted(result) || (result.kind === "refused" && result.code === "duplicate")) continue;
    return createFailedVerdict(
      `attempt ${attempt}: ${result.seen}`,
      'A repeat has the same webhook-id and message.id: show it once, and answer {"result":"ok"} (or the code "duplicate") again.',
    );
  }
  return createPassedVerdict();
}

function checkSequence({ expect }: ChannelCheckContext): Promise<Verdict> {
  return runUntilFirstFailure(
    [1, 2, 3, 4, 5].map(
      (n) => () =>
        expect(
          { message: createTextMessageJson(`Message ${n}`, String(90_500 + n)) },
          `Message ${n} of 5. ${okAdvice}`,
        ),
    ),
  );
}

async function checkConcurrency({ send, isAccepted }: ChannelCheckContext): Promise<Verdict> {
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      send({ message: createTextMessageJson("At once"), recipient: `"conformance-${n}"` }),
    ),
  );
  const failures = answers.filter((result) => !isAccepted(result) && result.kind !== "refused");
  const firstFailure = failures[0];
  return firstFailure === undefined
    ? createPassedVerdict()
    : createFailedVerdict(
        `${failures.length} of 16 failed; the first: ${firstFailure.seen}`,
        "Up to 64 requests of a channel can be under way at once, of different customers.",
      );
}
