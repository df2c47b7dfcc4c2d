import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyUploadResponse,
  joinEmails,
  mergeRemoteDraft,
  needsDraftUpload,
  isDraftFinished,
  emptyDraftRecord,
  parseDraftRecord,
  mergeTypedText,
  type DraftRecord,
} from "./draft-record.ts";

test("[API-045] a device without keys of its own follows a newer version, and never an older one", () => {
  const clean: DraftRecord = { text: "a", at: 1, version: 3, kept: "a" };
  expect(mergeRemoteDraft(clean, { text: "b", version: 4 }, 9)).toEqual({
    text: "b",
    at: 9,
    version: 4,
    kept: "b",
    isFollowed: true,
  });
  expect(mergeRemoteDraft(clean, { text: "b", version: 3 }, 9)).toBeNull();
  expect(mergeRemoteDraft({ ...clean, text: "ab" }, { text: "b", version: 4 }, 9)).toBeNull();
});

test("[API-045] what another device wrote is later than the keys of this one, also with the clock set back", () => {
  const clean: DraftRecord = { text: "a", at: 100, version: 3, kept: "a" };
  expect(mergeRemoteDraft(clean, { text: "b", version: 4 }, 9)?.at).toBe(101);
});

test("[API-045] a record stored over a later key gives its version and takes the text, and an older version gives nothing", () => {
  const typed: DraftRecord = { text: "abc", at: 9, version: 3, kept: "a", tried: "ab" };
  const stored: DraftRecord = { text: "ab", at: 8, version: 4, kept: "ab" };
  expect(mergeTypedText(stored, typed)).toEqual({ text: "abc", at: 9, version: 4, kept: "ab" });
  expect(mergeTypedText({ ...stored, version: 2 }, typed)).toEqual(typed);
  expect(mergeTypedText({ ...stored, at: 10, isFollowed: true }, typed)).toEqual(typed);
});

test("[API-045] what was typed on two devices at once is not lost", () => {
  const local: DraftRecord = { text: "from my phone", at: 1, version: 0, kept: "" };
  const merged = applyUploadResponse(local, "from my phone", { text: "from my desk", version: 5 });
  expect([merged.text, merged.version, needsDraftUpload(merged)]).toEqual([
    "from my desk\nfrom my phone",
    5,
    true,
  ]);
  // If the response to an upload is lost, the server's draft does not count as a change by another
  // device.
  const retried = applyUploadResponse(
    { ...local, text: "from my phone, longer", tried: "from my" },
    "from my phone",
    {
      text: "from my",
      version: 1,
    },
  );
  expect([retried.text, needsDraftUpload(retried)]).toEqual(["from my phone, longer", true]);
  // The text was sent while the response to an earlier keystroke was lost. The text must not appear
  // in the composer again.
  expect(
    applyUploadResponse({ ...local, text: "", tried: "from my" }, "", {
      text: "from my",
      version: 1,
    }).text,
  ).toBe("");
});

test("[MAIL-158] an email that two devices changed keeps the fields of both, and this device wins for a field of both", () => {
  const local = { text: '{"subject":"B","cc":[]}', at: 1, version: 0, kept: "" };
  const server = { text: '{"subject":"A","form":"reply"}', version: 5 };
  const merged = applyUploadResponse(local, local.text, server, joinEmails);
  expect(JSON.parse(merged.text)).toEqual({ subject: "B", form: "reply", cc: [] });
  expect(needsDraftUpload(merged)).toBe(true);
  expect([joinEmails("", local.text), joinEmails(server.text, "")]).toEqual([
    local.text,
    server.text,
  ]);
});

test("[API-045] an own attempt that another tab hears of before its answer brings back nothing that was undone or sent since", () => {
  const undone = { text: "Thank you", at: 3, version: 1, kept: "Thank you", tried: "Thank you 🫖" };
  const heard = mergeRemoteDraft(undone, { text: "Thank you 🫖", version: 2 }, 9);
  expect(heard).toEqual({ text: "Thank you", at: 3, version: 2, kept: "Thank you 🫖" });
  const sent = { ...emptyDraftRecord, at: 3, tried: "half a reply" };
  expect(isDraftFinished(sent)).toBe(false);
  expect(mergeRemoteDraft(sent, { text: "half a reply", version: 1 }, 9)).toEqual({
    text: "",
    at: 3,
    version: 1,
    kept: "half a reply",
  });
});

test("[API-045] two devices and a server end with the same text, whatever they type and whichever answers get lost", () => {
  const step = fc.record({
    who: fc.nat({ max: 1 }),
    does: fc.constantFrom("type", "send", "push", "lose", "hear"),
    word: fc.string({ maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let server = { text: "", version: 0 };
      const devices: [DraftRecord, DraftRecord] = [emptyDraftRecord, emptyDraftRecord];
      const push = (device: 0 | 1, isLost: boolean): void => {
        const record = devices[device];
        if (!needsDraftUpload(record)) return;
        const upload = { text: record.text, version: record.version + 1 };
        if (upload.version > server.version) server = upload;
        devices[device] = isLost
          ? { ...record, tried: record.text }
          : applyUploadResponse(record, record.text, server);
      };
      const receive = (device: 0 | 1): void => {
        devices[device] = mergeRemoteDraft(devices[device], server, 0) ?? devices[device];
      };
      for (const { who: device, does, word } of steps) {
        const at = device as 0 | 1;
        if (does === "type") devices[at] = { ...devices[at], text: devices[at].text + word };
        if (does === "send") devices[at] = { ...devices[at], text: "" };
        if (does === "push") push(at, false);
        if (does === "lose") push(at, true);
        if (does === "hear") receive(at);
      }
      for (let round = 0; round < 6; round += 1)
        for (const at of [0, 1] as const) {
          push(at, false);
          receive(at);
        }
      expect([devices[0].text, devices[1].text]).toEqual([server.text, server.text]);
    }),
    { numRuns: 1000 },
  );
});

test("[API-045] a record of an older version, and a broken one, are read", () => {
  expect(parseDraftRecord('{"text":"old","at":5}')).toEqual({
    text: "old",
    at: 5,
    version: 0,
    kept: "",
  });
  expect(parseDraftRecord("{")).toBe(emptyDraftRecord);
});
