import type { Chat } from "@parlour/protocol";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { startModelService, type ModelService } from "../../lab/src/services/model/index.ts";

/** A Parlour with a chat channel that may reach the model server of the lab. No model is set. */
export interface ModelFixture {
  readonly service: ModelService;
  /** The server of the channel. */
  readonly integrator: FakeIntegrator;
  readonly parlour: TestParlour;
  readonly channel: TestChannel;
  readonly owner: TestOperator;
  /** Starts a chat of a new customer with these messages. */
  startChat(...texts: readonly string[]): Promise<Chat>;
  close(): Promise<void>;
}

export async function openModelFixture(): Promise<ModelFixture> {
  const service = await startModelService();
  const integrator = await startIntegrator();
  const parlour = await startTestParlour({ clock: "system" });
  const channel = await parlour.channel(integrator.url);
  const { owner } = parlour;
  await owner.call("POST", "instance/egress-allow", { add: [service.host] });
  let customers = 0;
  return {
    service,
    integrator,
    parlour,
    channel,
    owner,
    async startChat(...texts) {
      customers += 1;
      for (const text of texts)
        await parlour.sendCustomerMessage(channel, `customer-${customers}`, text);
      return parlour.findChat(`customer-${customers}`);
    },
    async close() {
      await parlour.close();
      await integrator.close();
      await service.close();
    },
  };
}
