import type { Chat, Operator } from "@parlour/protocol";
import { IconRobot, IconUser, IconUserPlus, IconUsersGroup } from "@tabler/icons-react";
import type { Bot } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { isOwnChat } from "../../../state/live-state.ts";
import { can } from "../../../state/session.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LineSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { OptionList, type OptionGroup } from "../../../ui/options/OptionList.tsx";
import { t as dialogText } from "../../../ui/transfer/dialog-text.ts";
import { useDepartments, useTransferCandidates } from "../../../ui/transfer/transfer-candidates.ts";
import { t as inbox } from "../text.ts";
import { t } from "./text.ts";

interface AssignDialogProps {
  chat: Chat;
  me: Operator;
  /** Joins the chat, which is the first choice in a chat of other operators. */
  onJoin: () => void;
  onClose: () => void;
}

/** Gives the chat to an operator at once, a department or a bot, with one choice (ACT-014). */
export function AssignDialog({ chat, me, onJoin, onClose }: AssignDialogProps) {
  const { groups, error } = useTargets(chat, me);
  const { busy, failure, run } = useApiMutation();
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const isDelayed = useDelayedLoading(groups === null && !error);
  const pick = (id: string) => {
    if (id === joinId) {
      onClose();
      return onJoin();
    }
    const option = groups?.flatMap(({ options }) => options).find((one) => one.id === id);
    if (option === undefined || busy || offline) return;
    void run(async () => {
      await api.post<Chat>(`/chats/${chat.id}/assign`, toAssignTarget(id));
      onClose();
      toast(t("assign.done", { name: option.label }), { chat });
    });
  };
  return (
    <Dialog title={t("assign.title", { name: getVisitorName(chat) })} open onClose={onClose}>
      {offline && <p className="soft t13">{dialogText("dialog.offline")}</p>}
      {failure !== null && <ErrorMessage error={failure} />}
      {Boolean(error) && <ErrorMessage error={error} />}
      {isDelayed && <LineSkeleton />}
      {groups && (
        <OptionList label={t("assign.label")} groups={groups} onPick={pick} onClose={onClose} />
      )}
    </Dialog>
  );
}

const joinId = "join";

/** Returns the target of ACT-012 from the id of an option: its kind, a colon and the id. */
function toAssignTarget(id: string): Readonly<Record<string, number>> {
  const [kind, target] = id.split(":");
  return { [`${kind}_id`]: Number(target) };
}

/** Returns the bots that can get the chat. Operators who do not read bots see the one it had. */
function useBots(
  chat: Chat,
  me: Operator,
): readonly { readonly id: number; readonly name: string }[] {
  const { data } = useQuery({
    queryKey: ["bots"],
    queryFn: () => api.list<Bot>("/bots"),
    enabled: can(me, "bots.read"),
  });
  const isServed = ({ enabled, channels }: Bot): boolean =>
    enabled && (channels === null || channels.includes(chat.channel.id));
  return data?.filter(isServed) ?? (chat.bot === null ? [] : [chat.bot]);
}

/** Returns who can get the chat, with their state. Null until loaded. */
function useTargets(
  chat: Chat,
  me: Operator,
): { readonly groups: readonly OptionGroup[] | null; readonly error: unknown } {
  const { candidates, error } = useTransferCandidates(chat, me);
  const departments = useDepartments();
  const bots = useBots(chat, me);
  if (candidates === undefined || departments === undefined) return { groups: null, error };
  const join = { id: joinId, label: inbox("conversation.join"), icon: IconUserPlus };
  const operators = candidates.filter(
    ({ id, unavailableReason }) =>
      id !== chat.assignee?.id && unavailableReason !== "not_on_channel",
  );
  const groups: OptionGroup[] = [
    { options: isOwnChat(chat, me.id) ? [] : [join] },
    {
      title: t("assign.operators"),
      options: operators.map(({ id, name, unavailableReason, openChats }) => ({
        id: `operator:${id}`,
        label: name,
        icon: IconUser,
        hint:
          unavailableReason === null
            ? dialogText("pick.load", { n: openChats })
            : dialogText(`why.${unavailableReason}`),
      })),
    },
    {
      title: t("assign.departments"),
      options: departments.map((department) => ({
        id: `department:${department.id}`,
        label: department.name,
        icon: IconUsersGroup,
        hint: dialogText("transfer.people", { n: department.operators.length }),
      })),
    },
    {
      title: t("assign.bots"),
      options: bots.map(({ id, name }) => ({ id: `bot:${id}`, label: name, icon: IconRobot })),
    },
  ];
  return { groups: groups.filter(({ options }) => options.length > 0), error };
}
