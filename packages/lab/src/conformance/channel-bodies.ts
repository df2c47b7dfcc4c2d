import { media } from "./channel-media.ts";
import { finalCodes } from "./channel-reply.ts";
import { all, sayOk, text, type ChannelTalk } from "./channel-talk.ts";
import { failed, passed, skipped, type Check, type Verdict } from "./report.ts";
import { freshId } from "./sign.ts";

/** Checks of request contents: ids, texts, media, typing, new keys, and an unknown customer. */
export function bodyChecks(talk: ChannelTalk): readonly Check[] {
  return [
    ...["7", "12345678901234567890", '"cust-881"', '"Ωμέγα/7"'].map((recipient): Check => ({
      rule: "CH-043",
      title: `reads the recipient id ${recipient}`,
      run: () => readsId(talk, recipient),
    })),
    { rule: "CH-074", title: "takes 1000 characters, of every kind", run: () => anyText(talk) },
    ...media.map(([type, message]): Check => ({
      rule: "CH-075",
      title: `takes a message of type ${type}`,
      run: () => takesMedia(talk, message),
    })),
    { rule: "CH-077", title: "bears typein and typeout", run: () => bearsTyping(talk) },
    { rule: "CORE-133", title: "ignores keys and headers it does not know", run: () => ignoresNew(talk) },
    { rule: "CH-082", title: "refuses an unknown customer in a way operators can read", run: () => refusesUnknown(talk) },
  ];
}

async function readsId({ send, isTaken }: ChannelTalk, recipient: string): Promise<Verdict> {
  const judged = await send({ message: text("By id"), recipient });
  if (isTaken(judged) || judged.kind === "refused") return passed(judged.kind === "refused" ? judged.seen : "");
  return failed(
    judged.seen,
    "recipient.id comes back with the JSON type and the digits you sent: accept a string and an integer of any length, and compare it as text.",
  );
}

function anyText({ expect }: ChannelTalk): Promise<Verdict> {
  const advice = "A text has up to 1000 code points (4000 bytes of UTF-8, 12 000 when escaped), any character of Unicode, and line breaks.";
  const texts = ["🙂".repeat(1000), "שלום עולם\n\u2028 & <b>\\\"' é e\u0301 👩‍👩‍👧", "x"];
  return all(texts.map((words) => () => expect({ message: text(words) }, advice)));
}

async function takesMedia({ send, isTaken }: ChannelTalk, message: string): Promise<Verdict> {
  const judged = await send({ message });
  if (isTaken(judged)) return passed();
  if (judged.kind === "refused" && judged.code !== "") return passed(judged.seen);
  return failed(
    judged.seen,
    'Answer 200 with {"error":{"code":"unsupported_type","message":"…"}} for what you cannot show, or set the channel to "text with link" (CH-076).',
  );
}

async function bearsTyping({ send }: ChannelTalk): Promise<Verdict> {
  for (const type of ["typein", "typeout"]) {
    const judged = await send({ message: `{"type":"${type}"}` });
    if (judged.kind === "silent" || (judged.kind === "failed" && judged.status >= 500))
      return failed(`${type}: ${judged.seen}`, `${sayOk} Ignore it when you do not show typing.`);
  }
  return passed();
}

function ignoresNew({ expect }: ChannelTalk): Promise<Verdict> {
  return expect(
    {
      sender: '{"name":"Ines","photo":"https://chat.example/files/av/3.png","title":"Sales","added":{"later":[1,null]}}',
      message: `${text("More keys").slice(0, -1)},"added":true}`,
      more: ',"added":{"later":null}',
      headers: { "parlour-added": "later" },
    },
    "New keys and headers can come at any time without a new version: ignore what you do not know.",
  );
}

async function refusesUnknown({ send }: ChannelTalk): Promise<Verdict> {
  const judged = await send({ message: text("To nobody"), recipient: `"conformance-${freshId()}"` });
  if (judged.kind === "success" || judged.kind === "unconfirmed") return skipped("It accepts messages for every recipient.");
  if (judged.kind !== "refused")
    return failed(
      judged.seen,
      'Answer 200 with {"error":{"code":"recipient_not_found","message":"…"}}: other answers are sent again twice.',
    );
  if (judged.code === "" || typeof judged.message !== "string" || judged.message === "")
    return failed(judged.seen, "Give error.code and error.message as strings: operators read the message.");
  return passed(finalCodes.has(judged.code) ? judged.seen : `${judged.seen} (this code is tried three times)`);
}
