import type { CannedReply, Department } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { invalidateLists, useDepartments } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { updateResource } from "../kit/resource/resource.ts";
import { useForm } from "../kit/form/use-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import {
  toRequestBody,
  validateReply,
  createEmptyReply,
  getReplyLabels,
  toFormValues,
  type ReplyFormValues,
} from "./reply-form.ts";
import { ReplyFields } from "./ReplyFields.tsx";
import { ReplyPreview } from "./ReplyPreview.tsx";
import { t } from "./text.ts";

/** Renders Settings → Quick replies → one reply (API-048). */
export function ReplyPage({ id }: { id: number }) {
  const reply = useQuery({
    queryKey: ["canned-replies", id],
    queryFn: () => api.get<CannedReply>(`/canned-replies/${id}`),
  });
  const departments = useDepartments();
  return (
    <QueryPageBody query={reply} title={t("replies.title")}>
      {(data) => (
        <QueryPageBody query={departments} title={data.shortcut}>
          {(departmentList) => <ReplyForm reply={data} departments={departmentList} />}
        </QueryPageBody>
      )}
    </QueryPageBody>
  );
}

/** Renders Settings → Quick replies → Add. */
export function NewReplyPage() {
  const departments = useDepartments();
  return (
    <QueryPageBody query={departments} title={t("reply.new")}>
      {(departmentList) => <NewReplyForm departments={departmentList} />}
    </QueryPageBody>
  );
}

function NewReplyForm({ departments }: { departments: readonly Department[] }) {
  const router = useRouter();
  const canShare = can(useCurrentOperator(), "team");
  const form = useForm<ReplyFormValues>({
    saved: createEmptyReply(canShare ? "account" : "own"),
    validate: validateReply,
    save: async (values) => {
      await api.post<CannedReply>("/canned-replies", toRequestBody(values, null));
      invalidateLists("canned-replies");
      await router.navigate({
        to: "/settings/$",
        params: { _splat: "replies" },
        ignoreBlocker: true,
      });
    },
  });
  return (
    <FormPage
      title={t("reply.new")}

      form={form}
      labels={getReplyLabels()}
      verb={t("reply.create")}
      side={<ReplyPreview text={form.values.text} />}
    >
      <ReplyFields form={form} departments={departments} canShare={canShare} readOnly={false} />
    </FormPage>
  );
}

interface ReplyFormProps {
  reply: CannedReply;
  departments: readonly Department[];
}

function ReplyForm({ reply, departments }: ReplyFormProps) {
  const me = useCurrentOperator();
  const canShare = can(me, "team");
  const readOnly = reply.managed
    ? shared("page.managed")
    : can(me, "chat") && (canShare || reply.scope === "own")
      ? null
      : t("reply.shared");
  const form = useForm<ReplyFormValues>({
    saved: toFormValues(reply),
    validate: validateReply,
    save: (values, changed) =>
      updateResource("canned-replies", reply.id, toRequestBody(values, changed)),
  });
  const { menu, dialog } = useReplyMenu(reply);
  return (
    <>
      <FormPage
        title={`/${reply.shortcut}`}

        form={form}
        labels={getReplyLabels()}
        readOnly={readOnly}
        tools={readOnly === null && menu}
        side={<ReplyPreview text={form.values.text} />}
      >
        <ReplyFields
          form={form}
          departments={departments}
          canShare={canShare}
          readOnly={readOnly !== null}
        />
      </FormPage>
      {dialog}
    </>
  );
}

function useReplyMenu({ id, shortcut }: CannedReply) {
  return useResourceMenu({
    label: t("reply.more"),
    deleteLabel: t("reply.delete"),
    list: "canned-replies",
    page: "replies",
    id,
    name: shortcut,
    text: t("reply.delete.text"),
    verb: t("reply.delete"),
  });
}
