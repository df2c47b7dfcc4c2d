import type { Model } from "../../model/index.ts";
import { createFindSimilar, type FindSimilar } from "../../passages/find-similar.ts";
import { startPassageTimer } from "../../passages/passage-timer.ts";
import { createVectorCache } from "../../passages/vector-cache.ts";
import { changeDimensions } from "../../store/passages/job.ts";
import { findAccountSettings } from "../../store/settings/account/account.ts";
import type { DueAlarm } from "../../timers/due-alarm.ts";
import type { BaseServices } from "../base.ts";

export interface Vectors {
  readonly findSimilar: FindSimilar;
  /** Starts what makes the passages in the background (AGENT-101). */
  readonly start: () => Promise<DueAlarm>;
}

/** Connects the search by vectors with the model and the stored passages (AGENT-102). */
export function createVectors(base: BaseServices, { embed }: Model): Vectors {
  const { pools, db, clock, log } = base;
  const findModel = createFindModel(base);
  let alarm: DueAlarm | null = null;
  return {
    findSimilar: createFindSimilar({
      embed,
      findModel,
      cache: createVectorCache(pools.reader),
      async onOtherDimensions(account, dimensions) {
        await changeDimensions(db, account, dimensions, clock.now());
        alarm?.scheduleBy(clock.now());
      },
      clock,
      log,
    }),
    async start() {
      alarm = await startPassageTimer({ ...base, embed, findModel });
      return alarm;
    },
  };
}

const createFindModel =
  ({ pools }: BaseServices) =>
  async (account: number): Promise<string | null> => {
    const { model } = await findAccountSettings(pools.reader, account);
    return model.endpointId === null ? null : model.embedding_model;
  };
