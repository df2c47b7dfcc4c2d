import { expect, test } from "vitest";
import { startViberService } from "../../lab/src/services/viber/index.ts";
import { runKills } from "./messenger-kills-fixture.ts";

const kills = Number(process.env["KILL_CYCLES"] ?? 20);
const publicUrl = "https://chat.example.com";

test(
  `[VB-010] [VB-012] [VB-030] [CON-030] ${kills} kills: nothing is lost, nothing arrives twice, and each chat keeps its order`,
  async () => {
    let port = 0;
    const viber = await startViberService({
      retryMs: 200,
      resolveUrl: (url) => url.replace(publicUrl, `http://127.0.0.1:${port}`),
      receipts: ["delivered", "seen"],
    });
    const customers = Array.from({ length: 6 }, (_, n) => {
      const person = viber.addPerson(`customer${n}A==`, `Customer ${n}`);
      return {
        key: `c${n}`,
        write: (text: string) => void person.write(text),
        received: () => person.received.map(({ values }) => String(values["text"])),
      };
    });
    try {
      const findings = await runKills({
        kills,
        host: viber.host,
        customers,
        env: { VIBER_API_URL: viber.url, PUBLIC_URL: publicUrl },
        async connect(listening, createChannel) {
          port = listening;
          await createChannel({ kind: "viber", settings: { auth_token: viber.token } });
          await viber.waitUntil(() => viber.webhookUrl() !== null);
        },
        pending: () => viber.callbacks.pending(),
      });
      const { messages, answers, repeated } = findings;
      console.log(
        `viber: ${kills} kills, ${messages} messages, ${answers} answers, ${repeated.length} answers twice after an interrupted attempt`,
      );
      expect(findings).toMatchObject({ lost: [], twice: [], disordered: [] });
      // The API has no idempotency key, so an attempt that a kill interrupts may repeat.
      expect(repeated.length).toBeLessThanOrEqual(kills);
    } finally {
      await viber.close();
    }
  },
  600_000 + kills * 15_000,
);
