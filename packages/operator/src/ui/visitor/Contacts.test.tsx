import type { Visitor } from "@parlour/protocol";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ChannelKind } from "../chat/channel-kinds.ts";
import { Contacts, VerifiedSenderContext } from "./Contacts.tsx";
import { hasVerifiedSender } from "./verified-sender.ts";

const at = "2026-01-05T09:00:00.000Z";
const visitor: Visitor = {
  number: 7,
  id: "0198" as unknown as Visitor["id"],
  name: { value: "Tim Lang", source: "channel", at },
  email: null,
  phone: null,
  description: null,
  photo: null,
  customer: "501",
  created_at: at,
};
/** Returns the sources of the name and of the customer ID, with their tones. */
const readSources = (channel: ChannelKind): readonly string[] =>
  [
    ...renderToStaticMarkup(<Contacts visitor={visitor} channel={channel} />).matchAll(
      /<dd class="src ([^"]*)"[^>]*>.*?<\/svg>(.*?)<\/dd>/g,
    ),
  ].map(([, tone, source]) => `${tone}: ${source}`);

test("[CORE-020] [CON-001] a value of a channel names the service, or the integrator's server", () => {
  for (const [kind, source] of [
    ["api", "trusted: your channel server"],
    ["telegram", "trusted: from Telegram"],
    ["whatsapp", "trusted: from WhatsApp"],
    ["mail", "forge: Not verified: the sender may be forged"],
  ] as const)
    expect(readSources(kind), kind).toEqual([source, source]);
});

test("[MAIL-102] one address has one verdict: verified if all emails of the visitor were", () => {
  const html = (isVerified: boolean): string =>
    renderToStaticMarkup(
      <VerifiedSenderContext value={isVerified}>
        <Contacts visitor={visitor} channel="mail" />
      </VerifiedSenderContext>,
    );
  expect(html(true)).toContain("Verified by your mail server");
  expect(html(false)).toContain("Not verified: the sender may be forged");
  const [good, bad] = [{ origin: { verified: true } }, { origin: { verified: false } }];
  const other = { origin: { verified: false, other_sender: true } };
  expect(hasVerifiedSender([good, {}, other, good])).toBe(true);
  expect(hasVerifiedSender([good, bad])).toBe(false);
  expect(hasVerifiedSender([{}, other])).toBe(false);
});
