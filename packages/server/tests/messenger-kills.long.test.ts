import { expect, test } from "vitest";
import { startMessengerService } from "../../lab/src/services/messenger/index.ts";
import { toObject, toText } from "../../lab/src/endpoints/received-request.ts";
import { runKills } from "./messenger-kills-fixture.ts";

const kills = Number(process.env["KILL_CYCLES"] ?? 20);

test.each(["messenger", "instagram"] as const)(
  `[ME-013] [ME-041] [CON-030] [P1] [P3] [P5] %s: ${kills} kills, nothing is lost, nothing arrives twice, and each chat has its order`,
  async (product) => {
    const service = await startMessengerService({ product, receipts: ["read"], retryMs: 100 });
    const { appId, appSecret, accessToken } = service;
    const customers = Array.from({ length: 6 }, (_, n) => {
      const customer = { id: `77100${n}`, name: `Customer ${n}` };
      return {
        key: `c${n}`,
        write: (text: string) => void service.receive(customer, { text }),
        received: () =>
          service.messages
            .filter(({ recipient }) => recipient === customer.id)
            .map(({ body }) => toText(toObject(body["message"])["text"])),
      };
    });
    try {
      const findings = await runKills({
        kills,
        host: new URL(service.url).host,
        customers,
        env: { MESSENGER_API_URL: service.url },
        async connect(port, createChannel) {
          const settings = { app_id: appId, app_secret: appSecret, access_token: accessToken };
          const { public_id } = await createChannel({ kind: product, settings });
          service.setWebhookAddress(`http://127.0.0.1:${port}/connectors/${product}/${public_id}`);
        },
        pending: () => service.webhooks.pending(),
      });
      const { messages, answers, repeated } = findings;
      console.log(`${product}: ${kills} kills, ${messages} messages, ${answers} answers`);
      expect(findings).toMatchObject({ lost: [], twice: [], disordered: [] });
      // The echo of an interrupted request comes before the next attempt.
      expect(repeated).toEqual([]);
    } finally {
      await service.close();
    }
  },
  600_000 + kills * 15_000,
);
