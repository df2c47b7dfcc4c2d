import type { CannedReply, Department } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../../state/api.ts";
import { may, useMe } from "../../../state/session.tsx";
import { stale, useDepartments } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { change } from "../thing.ts";
import { useForm } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { bodyOf, checkReply, newReply, replyLabels, valuesOf, type ReplyFormValues } from "./reply-form.ts";
import { ReplyFields } from "./ReplyFields.tsx";
import { ReplyPreview } from "./ReplyPreview.tsx";
import { t } from "./text.ts";

/** Settings → Quick replies → one reply (API-048). */
export function ReplyPage({ id }: { id: number }) {
  const reply = useQuery({ queryKey: ["canned-replies", id], queryFn: () => api.get<CannedReply>(`/canned-replies/${id}`) });
  const departments = useDepartments();
  return (
    <Loaded read={reply} title={t("replies.title")} back="replies">
      {(data) => (
        <Loaded read={departments} title={data.shortcut} back="replies">
          {(list) => <ReplyForm reply={data} departments={list} />}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Settings → Quick replies → Add. */
export function NewReplyPage() {
  const departments = useDepartments();
  return (
    <Loaded read={departments} title={t("reply.new")} back="replies">
      {(list) => <NewReply departments={list} />}
    </Loaded>
  );
}

function NewReply({ departments }: { departments: readonly Department[] }) {
  const router = useRouter();
  const shares = may(useMe(), "team");
  const form = useForm<ReplyFormValues>({
    saved: newReply(shares ? "account" : "own"),
    check: checkReply,
    save: async (values) => {
      await api.post<CannedReply>("/canned-replies", bodyOf(values, null));
      stale("canned-replies");
      await router.navigate({ to: "/settings/$", params: { _splat: "replies" }, ignoreBlocker: true });
    },
  });
  return (
    <FormPage
      title={t("reply.new")}
      back="replies"
      form={form}
      labels={replyLabels()}
      verb={t("reply.create")}
      side={<ReplyPreview text={form.values.text} />}
    >
      <ReplyFields form={form} departments={departments} shares={shares} readOnly={false} />
    </FormPage>
  );
}

function ReplyForm({ reply, departments }: { reply: CannedReply; departments: readonly Department[] }) {
  const me = useMe();
  const shares = may(me, "team");
  const readOnly = reply.managed ? shared("page.managed") : may(me, "chat") && (shares || reply.scope === "own") ? null : t("reply.shared");
  const form = useForm<ReplyFormValues>({
    saved: valuesOf(reply),
    check: checkReply,
    save: (values, changed) => change("canned-replies", reply.id, bodyOf(values, changed)),
  });
  const { menu, dialog } = useReplyMenu(reply);
  return (
    <>
      <FormPage
        title={`/${reply.shortcut}`}
        back="replies"
        form={form}
        labels={replyLabels()}
        readOnly={readOnly}
        tools={readOnly === null && menu}
        side={<ReplyPreview text={form.values.text} />}
      >
        <ReplyFields form={form} departments={departments} shares={shares} readOnly={readOnly !== null} />
      </FormPage>
      {dialog}
    </>
  );
}

function useReplyMenu({ id, shortcut }: CannedReply) {
  return useThingMenu({
    label: t("reply.more"),
    deletes: t("reply.delete"),
    list: "canned-replies",
    page: "replies",
    id,
    name: shortcut,
    text: t("reply.delete.text"),
    verb: t("reply.delete"),
  });
}
