import { finalErrorCodes } from "./response.ts";
import {
  runUntilFirstFailure,
  okAdvice,
  createTextMessageJson,
  type ChannelCheckContext,
} from "./context.ts";
import {
  createFailedVerdict,
  createPassedVerdict,
  createSkippedVerdict,
  type Check,
  type Verdict,
} from "../report.ts";
import { generateId } from "../sign.ts";

/** A message of each type (CH-075) as JSON. */

const cdn = "https://chat.example/files";
const sampleMedia: readonly (readonly [string, string])[] = [
  [
    "photo",
    `{"type":"photo","id":"90601","file":"${cdn}/a.png","file_name":"a.png","file_size":48213,"width":1200,"height":900,"thumb":"${cdn}/a_320.png","text":"this one"}`,
  ],
  [
    "video",
    `{"type":"video","id":"90602","file":"${cdn}/a.mp4","file_name":"a.mp4","file_size":1048576,"duration":12}`,
  ],
  [
    "audio",
    `{"type":"audio","id":"90603","file":"${cdn}/a.mp3","file_name":"a.mp3","file_size":104857,"performer":"Nadia","title":"One"}`,
  ],
  [
    "voice",
    `{"type":"voice","id":"90604","file":"${cdn}/a.ogg","file_name":"a.ogg","file_size":10485,"duration":3}`,
  ],
  [
    "document",
    `{"type":"document","id":"90605","file":"${cdn}/a.pdf","file_name":"Rechnung März.pdf","file_size":104857}`,
  ],
  ["location", '{"type":"location","id":"90606","latitude":52.52,"longitude":-13.4}'],
];

/** Checks ids, texts, media, typing, new keys, and an unknown customer. */
export function createChannelBodyChecks(context: ChannelCheckContext): readonly Check[] {
  return [
    ...["7", "12345678901234567890", '"cust-881"', '"Ωμέγα/7"'].map((recipient): Check => ({
      rule: "CH-043",
      title: `reads the recipient id ${recipient}`,
      run: () => checkRecipientId(context, recipient),
    })),
    {
      rule: "CH-074",
      title: "takes 1000 characters, of every kind",
      run: () => checkAnyText(context),
    },
    ...sampleMedia.map(([type, message]): Check => ({
      rule: "CH-075",
      title: `takes a message of type ${type}`,
      run: () => checkMedia(context, message),
    })),
    { rule: "CH-077", title: "bears typein and typeout", run: () => checkTyping(context) },
    {
      rule: "CH-126",
      title: "makes or refuses changes of messages",
      run: () => checkChanges(context),
    },
    {
      rule: "CORE-133",
      title: "ignores keys and headers it does not know",
      run: () => checkUnknownKeys(context),
    },
    {
      rule: "CH-082",
      title: "refuses an unknown customer in a way operators can read",
      run: () => checkUnknownCustomer(context),
    },
  ];
}

async function checkRecipientId(
  { send, isAccepted }: ChannelCheckContext,
  recipient: string,
): Promise<Verdict> {
  const result = await send({ message: createTextMessageJson("By id"), recipient });
  if (isAccepted(result) || result.kind === "refused")
    return createPassedVerdict(result.kind === "refused" ? result.seen : "");
  return createFailedVerdict(
    result.seen,
    "recipient.id comes back with the JSON type and the digits you sent: accept a string and an integer of any length, and compare it as text.",
  );
}

function checkAnyText({ expect }: ChannelCheckContext): Promise<Verdict> {
  const advice =
    "A text has up to 1000 code points (4000 bytes of UTF-8, 12 000 when escaped), any character of Unicode, and line breaks.";
  const texts = ["🙂".repeat(1000), "שלום עולם\n\u2028 & <b>\\\"' é e\u0301 👩‍👩‍👧", "x"];
  return runUntilFirstFailure(
    texts.map(
      (messageText) => () => expect({ message: createTextMessageJson(messageText) }, advice),
    ),
  );
}

async function checkMedia(
  { send, isAccepted }: ChannelCheckContext,
  message: string,
): Promise<Verdict> {
  const result = await send({ message });
  if (isAccepted(result)) return createPassedVerdict();
  if (result.kind === "refused" && result.code !== "") return createPassedVerdict(result.seen);
  return createFailedVerdict(
    result.seen,
    'Answer 200 with {"error":{"code":"unsupported_type","message":"…"}} for what you cannot show, or set the channel to "text with link" (CH-076).',
  );
}

async function checkTyping({ send }: ChannelCheckContext): Promise<Verdict> {
  for (const type of ["typein", "typeout"]) {
    const result = await send({ message: `{"type":"${type}"}` });
    if (result.kind === "silent" || (result.kind === "failed" && result.status >= 500))
      return createFailedVerdict(
        `${type}: ${result.seen}`,
        `${okAdvice} Ignore it when you do not show typing.`,
      );
  }
  return createPassedVerdict();
}

async function checkChanges({ send, isAccepted }: ChannelCheckContext): Promise<Verdict> {
  const id = generateId();
  await send({ message: createTextMessageJson("To be changed", id), id: `msg_${id}` });
  for (const message of [
    `{"type":"edit","id":"${id}","text":"Changed"}`,
    `{"type":"deletion","id":"${id}"}`,
  ]) {
    const result = await send({ message });
    if (isAccepted(result) || (result.kind === "refused" && finalErrorCodes.has(result.code)))
      continue;
    return createSkippedVerdict(
      `${message}: ${result.seen} Leave message_changes of the channel off (CH-126).`,
    );
  }
  return createPassedVerdict();
}

function checkUnknownKeys({ expect }: ChannelCheckContext): Promise<Verdict> {
  return expect(
    {
      sender:
        '{"name":"Ines","photo":"https://chat.example/files/av/3.png","title":"Sales","added":{"later":[1,null]}}',
      message: `${createTextMessageJson("More keys").slice(0, -1)},"added":true}`,
      extraMembers: ',"added":{"later":null}',
      headers: { "parlour-added": "later" },
    },
    "New keys and headers can come at any time without a new version: ignore what you do not know.",
  );
}

async function checkUnknownCustomer({ send }: ChannelCheckContext): Promise<Verdict> {
  const result = await send({
    message: createTextMessageJson("To nobody"),
    recipient: `"conformance-${generateId()}"`,
  });
  if (result.kind === "success" || result.kind === "unconfirmed")
    return createSkippedVerdict("It accepts messages for every recipient.");
  if (result.kind !== "refused")
    return createFailedVerdict(
      result.seen,
      'Answer 200 with {"error":{"code":"recipient_not_found","message":"…"}}: other answers are sent again twice.',
    );
  if (result.code === "" || typeof result.message !== "string" || result.message === "")
    return createFailedVerdict(
      result.seen,
      "Give error.code and error.message as strings: operators read the message.",
    );
  return createPassedVerdict(
    finalErrorCodes.has(result.code)
      ? result.seen
      : `${result.seen} (this code is tried three times)`,
  );
}
