import { createHmac } from "node:crypto";
import type { Channel } from "@parlour/protocol";
import { retryLaterCloseCode } from "@parlour/protocol/widget";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hello, openWidgetBed, type HelloMore, type WidgetBed } from "./widget-bed.ts";

/** Limits of new visitors and new chats per address (CFG-030). */
let bed: WidgetBed;
beforeAll(async () => {
  bed = await openWidgetBed();
  const raised = await bed.parlour.owner.call("PATCH", "instance", { limits: { new_visitors_per_minute: 2, new_chats_per_minute: 2 } });
  expect(raised.status, raised.text).toBe(200);
});
afterAll(() => bed.close());

const from = (address: string) => ({ options: { headers: { "x-forwarded-for": address } } });
/** Sends `hello` and returns how the server closes the socket. */
async function refusedAt(address: string, more: HelloMore = {}, widget: Channel = bed.widget): Promise<{ code: number; reason: string }> {
  const win = await bed.socket(from(address).options);
  win.send(hello(widget.public_id, more));
  return win.closed;
}
/** Counts visitors and tokens. A signed visitor can have several tokens or none. */
const made = () => bed.parlour.sql("select (select count(*) from visitor) as visitors, (select count(*) from widget_token) as tokens");

test("[CFG-030] [WG-084] new visitors are limited per address, an IPv6 one by its /64; who has a token comes in, and later everybody does", async () => {
  const later = { code: retryLaterCloseCode, reason: "too many new visitors from this address" };
  const first = await bed.window(from("192.0.2.7"));
  const { token } = await first.welcomed();
  await bed.window(from("::ffff:192.0.2.7"));
  const before = await made();
  expect(await refusedAt("192.0.2.7")).toEqual(later);
  // An unknown token does not help.
  expect(await refusedAt("192.0.2.7", { token: "x".repeat(43) })).toEqual(later);
  expect(await made()).toEqual(before);
  for (let n = 0; n < 3; n++)
    expect((await (await bed.window({ ...from("192.0.2.7"), token })).welcomed()).number).toBe((await first.welcomed()).number);
  await bed.window(from("192.0.2.8"));
  await bed.window(from("2001:db8:1:2::1"));
  await bed.window(from("2001:db8:1:2:ffff::2"));
  expect(await refusedAt("2001:db8:1:2:3:4:5:6")).toEqual(later);
  await bed.window(from("2001:db8:1:3::1"));
  await bed.parlour.settle();
  await bed.parlour.clock.advance(30_000);
  await bed.window(from("192.0.2.7"));
  expect(await refusedAt("192.0.2.7")).toEqual(later);
});

test("[CFG-030] [WG-047] whom the site has signed is not counted", async () => {
  const widget = await bed.newWidget("Signed");
  const answer = await bed.parlour.owner.call("POST", `channels/${widget.id}/identity-secret`, {});
  const { identity_secret: secret } = answer.body as { identity_secret: string };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256" })}.${part({ sub: "u1", exp: Math.floor(bed.parlour.clock.now() / 1000) + 600 })}`;
  const userToken = `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  for (let n = 0; n < 4; n++) {
    const win = await bed.window({ ...from("192.0.2.20"), widget_id: widget.public_id, user_token: userToken });
    expect((await win.welcomed()).signed).toBe(true);
  }
  for (let n = 0; n < 2; n++) await bed.window({ ...from("192.0.2.20"), widget_id: widget.public_id });
  expect((await refusedAt("192.0.2.20", {}, widget)).code).toBe(retryLaterCloseCode);
});

test("[CORE-164] what a page says of its visitor is written twice a second at most, the last value in the end", async () => {
  const win = await bed.window(from("192.0.2.30"));
  win.send({ type: "say", ref: "d0", text: "Hello" });
  const chat = (await win.next("message")).message.chat_id;
  const written = async (): Promise<number> =>
    Number(
      (await bed.parlour.sql<{ n: string }>("select count(*) as n from journal where chat_id = $1 and name = 'chat_updated'", [chat]))[0]
        ?.n,
    );
  await bed.parlour.settle();
  const before = await written();
  for (let n = 0; n < 17; n++) {
    win.send({ type: "custom_data", fields: [{ title: "Basket", content: `${n} things` }] });
    if (n % 4 === 3) {
      await win.settled();
      await bed.parlour.clock.advance(100);
    }
  }
  await win.settled();
  await bed.parlour.settle();
  await bed.parlour.clock.advance(1_000);
  await bed.parlour.settle();
  // A burst of ten, then two a second.
  expect((await written()) - before).toBeLessThanOrEqual(13);
  const { body } = await bed.parlour.owner.call("GET", `chats/${chat}`);
  expect(JSON.stringify(body)).toContain("16 things");
});

test("[CORE-164] [CFG-030] one network address opens so many sockets and no more; others come in, and it does when one of them is gone", async () => {
  const limits = { new_visitors_per_minute: 100, widget_sockets_per_address: 3 };
  await bed.parlour.owner.call("PATCH", "instance", { limits });
  const open = await Promise.all([1, 2, 3].map(() => bed.socket(from("192.0.2.40").options)));
  await expect(bed.socket(from("192.0.2.40").options)).rejects.toThrow("429");
  await bed.socket(from("192.0.2.41").options);
  open[0]?.ws.close();
  await open[0]?.closed;
  await expect
    .poll(() =>
      bed.socket(from("192.0.2.40").options).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await bed.parlour.owner.call("PATCH", "instance", {
    limits: { new_visitors_per_minute: 2, new_chats_per_minute: 2, widget_sockets_per_address: 500 },
  });
});

test("[WG-084] 50 windows of a visitor are open at once; a further one comes in when one of them is gone", async () => {
  const first = await bed.window(from("192.0.2.60"));
  const { token, number } = await first.welcomed();
  await Promise.all(Array.from({ length: 49 }, () => bed.window({ ...from("192.0.2.60"), token })));
  expect(await refusedAt("192.0.2.60", { token })).toEqual({ code: retryLaterCloseCode, reason: "too many windows of this visitor" });
  // The limit does not apply to another visitor of the address.
  await bed.window(from("192.0.2.60"));
  await first.end();
  expect((await (await bed.window({ ...from("192.0.2.60"), token })).welcomed()).number).toBe(number);
});

test("[API-105] frames that the server is still at work on do not heap up: 4009", async () => {
  const limits = { new_visitors_per_minute: 2, new_chats_per_minute: 2, socket_frames_per_second: 1_000 };
  expect((await bed.parlour.owner.call("PATCH", "instance", { limits })).status).toBe(200);
  const win = await bed.window(from("192.0.2.61"));
  const { chat_id: chatId } = await win.say("a", "Hello");
  for (let n = 0; n < 100; n++) win.send({ type: "marks", chat_id: chatId, received: 1, seen: 2 });
  expect(await win.closed).toEqual({ code: 4009, reason: "too many frames at once" });
});

test("[CFG-030] chats that begin are counted per address, too", async () => {
  const wins = [];
  for (const address of ["2001:db8:9:9::1", "2001:db8:9:9::2"]) wins.push(await bed.window(from(address)));
  const [one, two] = wins;
  await one?.say("a", "Hello");
  await two?.say("b", "Hello");
  const { token } = (await one?.welcomed()) ?? { token: null };
  await bed.parlour.settle();
  await bed.parlour.clock.advance(60_000);
  // Two more visitors start two more chats. The third chat in this minute must wait.
  const [three, four] = [await bed.window(from("2001:db8:9:9::3")), await bed.window(from("2001:db8:9:9::4"))];
  await three.say("c", "Hello");
  await four.say("d", "Hello");
  const again = await bed.window({ ...from("2001:db8:9:9::5"), token });
  await again.say("e", "A running chat goes on");
  const { chat } = await again.welcomed();
  expect((await again.ask({ type: "close", ref: "x", chat_id: chat?.id })).type).toBe("done");
  await again.next("chat", (frame) => frame.chat.state === "closed");
  expect(await again.ask({ type: "say", ref: "f", text: "Another" })).toMatchObject({
    type: "failed",
    code: "rate_limited",
    retry_after_s: 30,
  });
});
