import type { ActionEffects } from "../../actions/prepare-action.ts";
import { storeReminder, type NewReminderDeps } from "../../api/reminders/change-reminder.ts";
import type { Clock } from "../../core/command.ts";
import type { ChangeSettings } from "../../journal/index.ts";
import { blockVisitorOfChat, toBlockTarget } from "../../store/visitors/visitor-block.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";

interface EffectDeps extends NewReminderDeps {
  readonly clock: Clock;
  readonly change: ChangeSettings;
}

/** Creates what actions store outside of the journal: reminders, and entries of the block list. */
export const createActionEffects = (deps: EffectDeps): ActionEffects => ({
  async remind(account, input) {
    const reminder = await storeReminder(deps, account, input);
    return { operator: reminder.operator, dueAt: reminder.due_at };
  },
  async block(account, chat, block) {
    const { clock, change } = deps;
    const now = clock.now();
    await change(account, async (tx) => {
      const id = await blockVisitorOfChat(tx, account, chat, { ...block, now });
      // What a rule does is in its runs.
      if (block.by !== null)
        await insertAudit(tx, {
          accountId: account,
          at: now,
          actorKind: "operator",
          actorId: block.by,
          action: "blacklist.block",
          target: toBlockTarget(chat),
          address: null,
          requestId: null,
          result: "ok",
        });
      return { result: undefined, changed: [{ kind: "blacklist", id }] };
    });
  },
});
