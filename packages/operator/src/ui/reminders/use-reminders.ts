import type { Operator } from "@parlour/protocol";
import type { Reminder, ReminderPatch } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { personalKey, refetchPersonal } from "../../state/api/personal.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import { can } from "../../state/session.tsx";

const noReminders: readonly Reminder[] = [];

/** Returns the reminders for and by this operator that are not done, the earliest first. */
export function useReminders(me: Operator): readonly Reminder[] {
  const live = useLiveClient();
  const { data = noReminders } = useQuery({
    queryKey: [personalKey, "reminders"],
    async queryFn({ signal }) {
      await live.waitUntilLive(signal);
      return api.list<Reminder>("/reminders", { signal });
    },
    enabled: can(me, "chats.answer"),
  });
  return data;
}

/** Returns the reminders of this operator whose time has come. */
export const useDueReminders = (me: Operator): readonly Reminder[] =>
  useReminders(me).filter(({ operator, state }) => state === "due" && operator.id === me.id);

/** Changes a reminder. Rejects if the server refuses it. */
export async function changeReminder(id: number, patch: ReminderPatch): Promise<void> {
  await api.patch(`/reminders/${id}`, patch);
  refetchPersonal();
}
