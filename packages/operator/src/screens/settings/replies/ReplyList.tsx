import type { CannedReply } from "@parlour/protocol/api";
import {
  IconArrowsTransferUpDown,
  IconDownload,
  IconMessage2Bolt,
  IconUpload,
} from "@tabler/icons-react";
import { useState } from "react";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { downloadFile } from "../../../ui/file/save-file.ts";
import { omitEmptyParams, readTextParam } from "../../../ui/address/search-params.ts";
import { useSearchParamsState } from "../../../ui/address/search-params.ts";
import { useQuickReplies } from "../../../ui/replies/use-quick-replies.ts";
import { useDepartments } from "../../../state/api/queries.ts";
import { AddLink, ListPage } from "../kit/resource/ListPage.tsx";
import {
  ResourceName,
  ResourceTable,
  type ResourceColumn,
} from "../kit/resource/ResourceTable.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { t } from "./text.ts";
import "../../inbox/replies/replies.css";

/**
 * Renders Settings → Quick replies (API-048): the replies sorted by folder, with search, import and
 * export.
 */
export function ReplyList() {
  const [importing, setImporting] = useState(false);
  const canWrite = can(useCurrentOperator(), "chats.answer");
  return (
    <ListPage<CannedReply>
      query={useQuickReplies()}
      title={t("reply.title")}
      about={t("reply.list")}
      add={canWrite && <AddLink to="replies/new">{t("reply.add")}</AddLink>}
      tools={<ImportExportMenu canWrite={canWrite} onImport={() => setImporting(true)} />}
      empty={{ icon: IconMessage2Bolt, title: t("reply.empty"), text: t("reply.empty.text") }}
      dialogs={importing && <ImportDialog onClose={() => setImporting(false)} />}
    >
      {(replies) => <FilteredReplies replies={replies} />}
    </ListPage>
  );
}

function ImportExportMenu({ canWrite, onImport }: { canWrite: boolean; onImport: () => void }) {
  const runAction = (id: string) => {
    if (id === "import") onImport();
    else downloadFile(`/api/v1/canned-replies/export?format=${id}`);
  };
  const entries = [
    ...(canWrite ? [{ id: "import", icon: IconUpload, label: t("replies.import") }] : []),
    { id: "csv", icon: IconDownload, label: t("replies.csv") },
    { id: "json", icon: IconDownload, label: t("replies.json") },
  ];
  return (
    <Menu
      label={t("replies.transfer")}
      title={t("replies.transfer")}
      className="btn icon quiet"
      onAction={runAction}
      groups={[{ entries }]}
    >
      <Icon of={IconArrowsTransferUpDown} />
    </Menu>
  );
}

const parseQuery = ({ q }: Readonly<Record<string, unknown>>): string => readTextParam(q);
const toSearchParams = (q: string) => omitEmptyParams({ q });

/** Shows the replies that contain all search words. */
function FilteredReplies({ replies }: { replies: readonly CannedReply[] }) {
  const [query, setQuery] = useSearchParamsState(parseQuery, toSearchParams);
  const words = query.trim().toLocaleLowerCase().split(/\s+/u);
  const matches = replies
    .filter((reply) => words.every((word) => toSearchText(reply).includes(word)))
    .toSorted(compareByFolder);
  return (
    <>
      <SearchField
        as="search"
        className="replyfind"
        label={t("replies.find")}
        placeholder={t("replies.find.hint")}
        value={query}
        onText={setQuery}
        autoComplete="off"
      />
      {matches.length === 0 ? (
        <p className="soft">{t("replies.nothing")}</p>
      ) : (
        <ReplyTable replies={matches} />
      )}
    </>
  );
}

function ReplyTable({ replies }: { replies: readonly CannedReply[] }) {
  const departments = useDepartments();
  const departmentNames = new Map(departments.data?.map(({ id, name }) => [id, name]));
  return (
    <div className="card">
      <ResourceTable
        resources={replies}
        className="replytable"
        name={{
          head: t("reply.shortcut"),
          cell: (reply) => (
            <ResourceName resource={reply} page="replies">
              /{reply.shortcut}
            </ResourceName>
          ),
        }}
        columns={createColumns(departmentNames)}
      />
    </div>
  );
}

const createColumns = (departments: ReadonlyMap<number, string>): ResourceColumn<CannedReply>[] => [
  { head: t("reply.text"), className: "whole", cell: (reply) => <ReplyText text={reply.text} /> },
  { head: t("reply.folder"), dir: "auto", cell: (reply) => reply.folder },
  { head: t("reply.language"), cell: (reply) => reply.language },
  { head: t("reply.scope"), dir: "auto", cell: (reply) => ownerName(reply, departments) },
  {
    head: t("reply.for_agents"),
    cell: ({ for_agents }) => for_agents && t("reply.for_agents.yes"),
  },
  { head: t("replies.uses"), className: "num", cell: (reply) => reply.uses },
];

function ReplyText({ text }: { text: string }) {
  return (
    <span className="replytext" dir="auto">
      {text}
    </span>
  );
}

function ownerName(
  { scope, department_id }: CannedReply,
  departments: ReadonlyMap<number, string>,
): string {
  return department_id === null
    ? t(`reply.scope.${scope}`)
    : (departments.get(department_id) ?? t("reply.scope.department"));
}

const toSearchText = ({ shortcut, folder, text }: CannedReply): string =>
  `${shortcut}\n${folder}\n${text}`.toLocaleLowerCase();
const compareByFolder = (a: CannedReply, b: CannedReply): number =>
  a.folder.localeCompare(b.folder) || a.shortcut.localeCompare(b.shortcut) || a.id - b.id;
