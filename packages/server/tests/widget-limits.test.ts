import { createHmac } from "node:crypto";
import type { Channel } from "@parlour/protocol";
import { retryLaterCloseCode } from "@parlour/protocol/widget";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createHello,
  openWidgetFixture,
  type HelloOptions,
  type WidgetFixture,
} from "./widget-fixture.ts";

/** Tests the limits of new visitors and new chats per address (CFG-030). */
let fixture: WidgetFixture;
beforeAll(async () => {
  fixture = await openWidgetFixture();
  const raised = await fixture.parlour.owner.call("PATCH", "instance", {
    limits: { new_visitors_per_minute: 2, new_chats_per_minute: 2 },
  });
  expect(raised.status, raised.text).toBe(200);
});
afterAll(() => fixture.close());

const withAddress = (address: string) => ({ options: { headers: { "x-forwarded-for": address } } });
/** Sends `hello` and returns how the server closes the socket. */
async function getRefusal(
  address: string,
  helloOptions: HelloOptions = {},
  widget: Channel = fixture.widget,
): Promise<{ code: number; reason: string }> {
  const win = await fixture.openSocket(withAddress(address).options);
  win.send(createHello(widget.public_id, helloOptions));
  return win.closed;
}
/** Returns the numbers of visitors and tokens. A signed visitor can have several tokens or none. */
const countVisitors = () =>
  fixture.parlour.sql(
    "select (select count(*) from visitor) as visitors, (select count(*) from widget_token) as tokens",
  );

test("[CFG-030] [WG-084] [WG-212] new visitors are limited per address, an IPv6 one by its /64; who has a token comes in, and later everybody does", async () => {
  const later = { code: retryLaterCloseCode, reason: "too many new visitors from this address" };
  const first = await fixture.openWindow(withAddress("192.0.2.7"));
  const { token } = await first.waitForWelcome();
  await fixture.openWindow(withAddress("::ffff:192.0.2.7"));
  const before = await countVisitors();
  expect(await getRefusal("192.0.2.7")).toEqual(later);
  // An unknown token does not bypass the limit.
  expect(await getRefusal("192.0.2.7", { token: "x".repeat(43) })).toEqual(later);
  expect(await countVisitors()).toEqual(before);
  for (let n = 0; n < 3; n++)
    expect(
      (await (await fixture.openWindow({ ...withAddress("192.0.2.7"), token })).waitForWelcome())
        .number,
    ).toBe((await first.waitForWelcome()).number);
  await fixture.openWindow(withAddress("192.0.2.8"));
  await fixture.openWindow(withAddress("2001:db8:1:2::1"));
  await fixture.openWindow(withAddress("2001:db8:1:2:ffff::2"));
  expect(await getRefusal("2001:db8:1:2:3:4:5:6")).toEqual(later);
  await fixture.openWindow(withAddress("2001:db8:1:3::1"));
  await fixture.parlour.settle();
  await fixture.parlour.clock.advance(30_000);
  await fixture.openWindow(withAddress("192.0.2.7"));
  expect(await getRefusal("192.0.2.7")).toEqual(later);
});

test("[CFG-030] [WG-047] whom the site has signed is not counted", async () => {
  const widget = await fixture.createWidget("Signed");
  const answer = await fixture.parlour.owner.call(
    "POST",
    `channels/${widget.id}/identity-secret`,
    {},
  );
  const { identity_secret: secret } = answer.body as { identity_secret: string };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256" })}.${part({ sub: "u1", exp: Math.floor(fixture.parlour.clock.now() / 1000) + 600 })}`;
  const userToken = `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  for (let n = 0; n < 4; n++) {
    const win = await fixture.openWindow({
      ...withAddress("192.0.2.20"),
      widget_id: widget.public_id,
      user_token: userToken,
    });
    expect((await win.waitForWelcome()).signed).toBe(true);
  }
  for (let n = 0; n < 2; n++)
    await fixture.openWindow({ ...withAddress("192.0.2.20"), widget_id: widget.public_id });
  expect((await getRefusal("192.0.2.20", {}, widget)).code).toBe(retryLaterCloseCode);
});

test("[CORE-164] what a page says of its visitor is written twice a second at most, the last value in the end", async () => {
  const win = await fixture.openWindow(withAddress("192.0.2.30"));
  win.send({ type: "say", ref: "d0", text: "Hello" });
  const chat = (await win.next("message")).message.chat_id;
  const written = async (): Promise<number> =>
    Number(
      (
        await fixture.parlour.sql<{ n: string }>(
          "select count(*) as n from journal where chat_id = $1 and name = 'chat_updated'",
          [chat],
        )
      )[0]?.n,
    );
  await fixture.parlour.settle();
  const before = await written();
  for (let n = 0; n < 17; n++) {
    win.send({ type: "custom_data", fields: [{ title: "Basket", content: `${n} things` }] });
    if (n % 4 === 3) {
      await win.settle();
      await fixture.parlour.clock.advance(100);
    }
  }
  await win.settle();
  await fixture.parlour.settle();
  await fixture.parlour.clock.advance(1_000);
  await fixture.parlour.settle();
  // The limit is a burst of ten, then two per second.
  expect((await written()) - before).toBeLessThanOrEqual(13);
  const { body } = await fixture.parlour.owner.call("GET", `chats/${chat}`);
  expect(JSON.stringify(body)).toContain("16 things");
});

test("[CORE-164] [CFG-030] one network address opens so many sockets and no more; others come in, and it does when one of them is gone", async () => {
  const limits = { new_visitors_per_minute: 100, widget_sockets_per_address: 3 };
  await fixture.parlour.owner.call("PATCH", "instance", { limits });
  const openSockets = await Promise.all(
    [1, 2, 3].map(() => fixture.openSocket(withAddress("192.0.2.40").options)),
  );
  await expect(fixture.openSocket(withAddress("192.0.2.40").options)).rejects.toThrow("429");
  await fixture.openSocket(withAddress("192.0.2.41").options);
  openSockets[0]?.ws.close();
  await openSockets[0]?.closed;
  await expect
    .poll(() =>
      fixture.openSocket(withAddress("192.0.2.40").options).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await fixture.parlour.owner.call("PATCH", "instance", {
    limits: {
      new_visitors_per_minute: 2,
      new_chats_per_minute: 2,
      widget_sockets_per_address: 500,
    },
  });
});

test("[WG-084] [WG-212] 50 windows of a visitor are open at once; a further one comes in when one of them is gone", async () => {
  const first = await fixture.openWindow(withAddress("192.0.2.60"));
  const { token, number } = await first.waitForWelcome();
  await Promise.all(
    Array.from({ length: 49 }, () => fixture.openWindow({ ...withAddress("192.0.2.60"), token })),
  );
  expect(await getRefusal("192.0.2.60", { token })).toEqual({
    code: retryLaterCloseCode,
    reason: "too many windows of this visitor",
  });
  // The limit does not apply to another visitor of the address.
  await fixture.openWindow(withAddress("192.0.2.60"));
  await first.close();
  expect(
    (await (await fixture.openWindow({ ...withAddress("192.0.2.60"), token })).waitForWelcome())
      .number,
  ).toBe(number);
});

test("[API-105] frames that the server is still at work on do not heap up: 4009", async () => {
  const limits = {
    new_visitors_per_minute: 2,
    new_chats_per_minute: 2,
    socket_frames_per_second: 1_000,
  };
  expect((await fixture.parlour.owner.call("PATCH", "instance", { limits })).status).toBe(200);
  const win = await fixture.openWindow(withAddress("192.0.2.61"));
  const { chat_id: chatId } = await win.sendMessage("a", "Hello");
  for (let n = 0; n < 100; n++) win.send({ type: "marks", chat_id: chatId, received: 1, seen: 2 });
  expect(await win.closed).toEqual({ code: 4009, reason: "too many frames at once" });
});

test("[CFG-030] chats that begin are counted per address, too", async () => {
  const wins = [];
  for (const address of ["2001:db8:9:9::1", "2001:db8:9:9::2"])
    wins.push(await fixture.openWindow(withAddress(address)));
  const [one, two] = wins;
  await one?.sendMessage("a", "Hello");
  await two?.sendMessage("b", "Hello");
  const { token } = (await one?.waitForWelcome()) ?? { token: null };
  await fixture.parlour.settle();
  await fixture.parlour.clock.advance(60_000);
  // Two more visitors start two more chats. The third chat in this minute must wait.
  const [three, four] = [
    await fixture.openWindow(withAddress("2001:db8:9:9::3")),
    await fixture.openWindow(withAddress("2001:db8:9:9::4")),
  ];
  await three.sendMessage("c", "Hello");
  await four.sendMessage("d", "Hello");
  const again = await fixture.openWindow({ ...withAddress("2001:db8:9:9::5"), token });
  await again.sendMessage("e", "A running chat goes on");
  const { chat } = await again.waitForWelcome();
  expect((await again.request({ type: "close", ref: "x", chat_id: chat?.id })).type).toBe("done");
  await again.next("chat", (frame) => frame.chat.state === "closed");
  expect(await again.request({ type: "say", ref: "f", text: "Another" })).toMatchObject({
    type: "failed",
    code: "rate_limited",
    retry_after_s: 30,
  });
});
