import type { ChatEmail } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import {
  getDefaultForm,
  listNewAddresses,
  parseEmailDraft,
  resolveHeading,
  toEmailContent,
} from "./email-draft.ts";

const greta = { address: "greta@customer.example", name: "Greta" };
const jonas = { address: "jonas@customer.example", name: "" };
const email: ChatEmail = {
  from: "shop@shop.example",
  subject: "Re: Kettle",
  reply: { to: [greta], cc: [] },
  reply_all: { to: [greta], cc: [jonas] },
  letter: 4,
  reply_to: null,
  known: [greta.address, jonas.address],
};

test("[MAIL-101] an email answers everybody of the letter, or the sender if nobody else is there", () => {
  expect(getDefaultForm(email)).toBe("reply_all");
  expect(getDefaultForm({ ...email, reply_all: { to: [greta], cc: [] } })).toBe("reply");
  expect(resolveHeading(email, {})).toMatchObject({ to: [greta], cc: [jonas], quotes: 4 });
  expect(resolveHeading(email, { form: "reply" })).toMatchObject({ to: [greta], cc: [] });
  expect(resolveHeading(email, { form: "forward" })).toMatchObject({ to: [], quotes: null });
  expect(resolveHeading(email, { leaves_out_quote: true }).quotes).toBeNull();
  expect(resolveHeading(email, { cc: [], subject: "New" })).toMatchObject({
    cc: [],
    subject: "New",
  });
});

test("[MAIL-101] wrong addresses are left out of what is sent, and new ones are named", () => {
  const wrong = { address: "greta@customer", name: "" };
  const kiln = { address: "kiln@supplier.example", name: "" };
  const heading = resolveHeading(email, { to: [greta, wrong], bcc: [kiln] });
  expect(toEmailContent(heading)).toEqual({
    subject: "Re: Kettle",
    to: [greta],
    cc: [jonas],
    bcc: [kiln],
    quotes: 4,
  });
  expect(listNewAddresses(heading, email)).toEqual([kiln.address]);
  expect(toEmailContent(resolveHeading(email, { to: [wrong] }))).toBeNull();
});

test("[MAIL-101] a stored draft of another form counts as unchanged", () => {
  expect(parseEmailDraft("")).toEqual({});
  expect(parseEmailDraft("{broken")).toEqual({});
  expect(parseEmailDraft('{"subject":"x"}')).toEqual({ subject: "x" });
});
