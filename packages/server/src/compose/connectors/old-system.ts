import type { FastifyPluginAsync } from "fastify";
import type { DeliveryDriver } from "../../delivery/index.ts";
import { createForwardDriver } from "../../edges/channel/old-system/forward-message.ts";
import { receiveAnswers } from "../../edges/channel/old-system/receive-answer.ts";
import {
  answerScope,
  findForwardedSender,
  findOldSystemOfSecret,
} from "../../store/move-in/old-system.ts";
import { version } from "../../version.ts";
import type { BaseServices } from "../base.ts";

/** Creates what forwards messages to the old system behind a channel (MV-081). */
export const createOldSystemDelivery = ({
  pools,
}: BaseServices): { readonly outbound: DeliveryDriver } => ({
  outbound: createForwardDriver({
    version,
    findSender: (account, visitorId, chatId) =>
      findForwardedSender(pools.reader, account, visitorId, chatId),
  }),
});

/** Creates the address to which old systems send their answers (MV-082). */
export const createAnswerRoutes = ({ db, limits, write }: BaseServices): FastifyPluginAsync =>
  receiveAnswers({
    write,
    limits,
    async findOldSystem(secret) {
      const found = await findOldSystemOfSecret(db, secret);
      return found && { ...found, keyScope: answerScope(found.endpointId) };
    },
  });
