import { all, sayOk, text, type ChannelTalk } from "./channel-talk.ts";
import { failed, passed, type Check, type Verdict } from "./report.ts";
import { freshId } from "./sign.ts";

/** Checks of request delivery: chunked, repeated, in sequence, and concurrent. */
export function deliveryChecks(talk: ChannelTalk): readonly Check[] {
  return [
    {
      rule: "CH-073",
      title: "takes a body in chunks, without Content-Length",
      run: () =>
        talk.expect(
          { message: text("In two parts"), chunked: true },
          'Read bodies with "Transfer-Encoding: chunked", or keep the switch "chunked encoding" of the channel off.',
        ),
    },
    { rule: "CH-072", title: "takes a repeat with the same ids as done", run: () => repeat(talk) },
    { rule: "CH-085", title: "takes five messages of one customer, one after the other", run: () => fiveInTurn(talk) },
    { rule: "CH-085", title: "takes messages of sixteen customers at the same time", run: () => sixteenAtOnce(talk) },
  ];
}

async function repeat({ send, isTaken }: ChannelTalk): Promise<Verdict> {
  const id = `msg_${freshId()}`;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const judged = await send({ message: text("The same three times", id.slice(4)), id });
    if (isTaken(judged) || (judged.kind === "refused" && judged.code === "duplicate")) continue;
    return failed(
      `attempt ${attempt}: ${judged.seen}`,
      'A repeat has the same webhook-id and message.id: show it once, and answer {"result":"ok"} (or the code "duplicate") again.',
    );
  }
  return passed();
}

function fiveInTurn({ expect }: ChannelTalk): Promise<Verdict> {
  return all(
    [1, 2, 3, 4, 5].map((n) => () => expect({ message: text(`Message ${n}`, String(90_500 + n)) }, `Message ${n} of 5. ${sayOk}`)),
  );
}

async function sixteenAtOnce({ send, isTaken }: ChannelTalk): Promise<Verdict> {
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => send({ message: text("At once"), recipient: `"conformance-${n}"` })),
  );
  const bad = answers.filter((judged) => !isTaken(judged) && judged.kind !== "refused");
  const one = bad[0];
  return one === undefined
    ? passed()
    : failed(
        `${bad.length} of 16 failed; the first: ${one.seen}`,
        "Up to 64 requests of a channel can be under way at once, of different customers.",
      );
}
