import { expect, test } from "vitest";
import { startSmsService } from "../../lab/src/services/sms/index.ts";
import { runKills } from "./messenger-kills-fixture.ts";
import { definePreset, ownNumber, publicUrl } from "./sms-fixture.ts";

const kills = Number(process.env["KILL_CYCLES"] ?? 20);

/** `unnamed`: the gateway names no message, so Parlour does (SMS-013). */
const gateways = [
  { name: "with ids", changes: {} },
  { name: "unnamed", changes: { incoming: { from: "msisdn", to: "to", text: "text" } } },
];

test.each(gateways)(
  `[SMS-012] [SMS-013] [SMS-024] [CON-030] ${kills} kills, $name: nothing is lost, nothing arrives twice, and each chat keeps its order`,
  async ({ name, changes }) => {
    let port = 0;
    const sms = await startSmsService({
      gateway: "vonage",
      number: ownNumber,
      retryMs: 200,
      resolveUrl: (url) => url.replace(publicUrl, `http://127.0.0.1:${port}`),
      receipts: ["delivered"],
    });
    const customers = Array.from({ length: 6 }, (_, n) => {
      const phone = sms.addPhone(`491511234560${n}`);
      return {
        key: `c${n}`,
        write: (text: string) => phone.write(text),
        received: () => phone.received(),
      };
    });
    try {
      const findings = await runKills({
        kills,
        host: sms.host,
        customers,
        env: { PUBLIC_URL: publicUrl },
        async connect(listening, createChannel) {
          port = listening;
          const { public_id, info } = await createChannel({
            kind: "sms",
            settings: {
              gateway: "own",
              sender: `+${ownNumber}`,
              account: sms.account,
              secret: sms.secret,
              definition: definePreset("vonage", sms.url, changes),
            },
          });
          const secret = String(info?.["path_secret"]);
          sms.setAddress(`${publicUrl}/connectors/sms/${public_id}/${secret}`);
        },
        pending: () => sms.callbacks.pending(),
      });
      const { messages, answers, repeated } = findings;
      console.log(
        `sms ${name}: ${kills} kills, ${messages} messages, ${answers} answers, ${repeated.length} answers twice after an interrupted attempt`,
      );
      expect(findings).toMatchObject({ lost: [], twice: [], disordered: [], repeated: [] });
    } finally {
      await sms.close();
    }
  },
  600_000 + kills * 45_000,
);
