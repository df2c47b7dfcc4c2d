import type { ChannelProbe, Sent } from "./channel.ts";
import { finalCodes, type Judged } from "./channel-reply.ts";
import { failed, passed, skipped, type Check, type Verdict } from "./report.ts";
import { signatureVerdicts } from "./signature-checks.ts";
import { freshId } from "./sign.ts";

const text = (words: string, id = "90417"): string => `{"type":"text","id":"${id}","text":${JSON.stringify(words)}}`;
const sayOk = 'Answer 200 with the JSON body {"result":"ok"} within 3 s.';

/** Every check of interface A, in the order in which they are reported. */
export function channelChecks(probe: ChannelProbe): readonly Check[] {
  const { options, signer, send } = probe;
  /** Nobody named a customer: an endpoint may well say that it does not know this one. */
  const isTaken = (judged: Judged): boolean =>
    judged.kind === "success" ||
    judged.kind === "unconfirmed" ||
    (judged.kind === "refused" && judged.code === "recipient_not_found" && !options.isRecipientKnown);
  const expect = async (what: Sent, advice: string, rule?: string): Promise<Verdict> => {
    const judged = await send(what);
    return isTaken(judged) ? passed() : failed(judged.seen, advice, judged.kind === "silent" && judged.isTimeout ? "CH-081" : rule);
  };
  const all = async (verdicts: readonly (() => Promise<Verdict>)[]): Promise<Verdict> => {
    for (const verdict of verdicts) {
      const one = await verdict();
      if (one.outcome !== "passed") return one;
    }
    return passed();
  };

  return [
    { rule: "CH-080", title: "accepts an operator's message", first: true, run: async () => first(await send({ message: text("Hello") })) },
    {
      rule: "CH-073",
      title: "takes a body in chunks, without Content-Length",
      run: () =>
        expect(
          { message: text("In two parts"), chunked: true },
          'Read bodies with "Transfer-Encoding: chunked", or keep the switch "chunked encoding" of the channel off.',
        ),
    },
    {
      rule: "CH-072",
      title: "takes a repeat with the same ids as done",
      run: async () => {
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
      },
    },
    {
      rule: "CH-085",
      title: "takes five messages of one customer, one after the other",
      run: () =>
        all([1, 2, 3, 4, 5].map((n) => () => expect({ message: text(`Message ${n}`, String(90_500 + n)) }, `Message ${n} of 5. ${sayOk}`))),
    },
    {
      rule: "CH-085",
      title: "takes messages of sixteen customers at the same time",
      run: async () => {
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
      },
    },
    ...["7", "12345678901234567890", '"cust-881"', '"Ωμέγα/7"'].map((recipient): Check => ({
      rule: "CH-043",
      title: `reads the recipient id ${recipient}`,
      run: async () => {
        const judged = await send({ message: text("By id"), recipient });
        if (isTaken(judged) || judged.kind === "refused") return passed(judged.kind === "refused" ? judged.seen : "");
        return failed(
          judged.seen,
          "recipient.id comes back with the JSON type and the digits you sent: accept a string and an integer of any length, and compare it as text.",
        );
      },
    })),
    {
      rule: "CH-074",
      title: "takes 1000 characters, of every kind",
      run: () =>
        all(
          ["🙂".repeat(1000), "שלום עולם\n\u2028 & <b>\\\"' é e\u0301 👩‍👩‍👧", "x"].map(
            (words) => () =>
              expect(
                { message: text(words) },
                "A text has up to 1000 code points (4000 bytes of UTF-8, 12 000 when escaped), any character of Unicode, and line breaks.",
              ),
          ),
        ),
    },
    ...media.map(([type, message]): Check => ({
      rule: "CH-075",
      title: `takes a message of type ${type}`,
      run: async () => {
        const judged = await send({ message });
        if (isTaken(judged)) return passed();
        if (judged.kind === "refused" && judged.code !== "") return passed(judged.seen);
        return failed(
          judged.seen,
          'Answer 200 with {"error":{"code":"unsupported_type","message":"…"}} for what you cannot show, or set the channel to "text with link" (CH-076).',
        );
      },
    })),
    {
      rule: "CH-077",
      title: "bears typein and typeout",
      run: async () => {
        for (const type of ["typein", "typeout"]) {
          const judged = await send({ message: `{"type":"${type}"}` });
          if (judged.kind === "silent" || (judged.kind === "failed" && judged.status >= 500))
            return failed(`${type}: ${judged.seen}`, `${sayOk} Ignore it when you do not show typing.`);
        }
        return passed();
      },
    },
    {
      rule: "CORE-133",
      title: "ignores keys and headers it does not know",
      run: () =>
        expect(
          {
            sender: '{"name":"Ines","photo":"https://chat.example/files/av/3.png","title":"Sales","added":{"later":[1,null]}}',
            message: `${text("More keys").slice(0, -1)},"added":true}`,
            more: ',"added":{"later":null}',
            headers: { "parlour-added": "later" },
          },
          "New keys and headers can come at any time without a new version: ignore what you do not know.",
        ),
    },
    {
      rule: "CH-082",
      title: "refuses an unknown customer in a way operators can read",
      run: async () => {
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
      },
    },
    ...signatureVerdicts(signer, async (how) => {
      const judged = await send({ message: text("Signed"), signed: how });
      return { isTaken: isTaken(judged), seen: judged.seen };
    }),
  ];

  /** The first answer tells most faults apart. */
  function first(judged: Judged): Verdict {
    switch (judged.kind) {
      case "success":
        return passed();
      case "unconfirmed":
        return passed(`${judged.seen}: counts as delivered, but the ledger marks it "unconfirmed". Better: {"result":"ok"}`);
      case "refused":
        if (judged.code === "recipient_not_found" && !options.isRecipientKnown)
          return passed(`${judged.seen}. Give --recipient with the id of a customer you know, to have acceptance tested.`);
        return failed(judged.seen, `${sayOk} With --recipient an id you know is used.`, "CH-082");
      case "silent":
        return judged.isTimeout
          ? failed(judged.seen, `${sayOk} Do slow work after the answer.`, "CH-081")
          : failed(judged.seen, "Start the endpoint, or correct the address; it must be reachable from here.", "CH-070");
      case "failed":
        return refusedStatus(judged);
    }
  }
}

function refusedStatus({ status, seen }: { readonly status: number; readonly seen: string }): Verdict {
  if (status >= 300 && status < 400) return failed(seen, "Give the final address: redirects are never followed.", "CH-080");
  if (status === 404 || status === 405)
    return failed(
      seen,
      "Parlour posts to <endpoint URL>/<CHANNEL_PUBLIC_ID>: serve POST there (--id sets the id, --no-id leaves it out).",
      "CH-070",
    );
  if (status === 401 || status === 403)
    return failed(
      seen,
      "If the endpoint verifies signatures, give its secret with --secret; else let requests without further credentials in.",
      "CORE-124",
    );
  if (status === 411) return failed(seen, "The request has a Content-Length; read it.", "CH-073");
  if (status === 415) return failed(seen, 'Accept "application/json; charset=utf-8".', "CH-072");
  return failed(seen, sayOk, "CH-080");
}

const cdn = "https://chat.example/files";
const media: readonly (readonly [string, string])[] = [
  [
    "photo",
    `{"type":"photo","id":"90601","file":"${cdn}/a.png","file_name":"a.png","file_size":48213,"width":1200,"height":900,"thumb":"${cdn}/a_320.png","text":"this one"}`,
  ],
  ["video", `{"type":"video","id":"90602","file":"${cdn}/a.mp4","file_name":"a.mp4","file_size":1048576,"duration":12}`],
  ["audio", `{"type":"audio","id":"90603","file":"${cdn}/a.mp3","file_name":"a.mp3","file_size":104857,"performer":"Nadia","title":"One"}`],
  ["voice", `{"type":"voice","id":"90604","file":"${cdn}/a.ogg","file_name":"a.ogg","file_size":10485,"duration":3}`],
  ["document", `{"type":"document","id":"90605","file":"${cdn}/a.pdf","file_name":"Rechnung März.pdf","file_size":104857}`],
  ["location", '{"type":"location","id":"90606","latitude":52.52,"longitude":-13.4}'],
];
