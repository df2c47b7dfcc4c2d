import type { CannedReply } from "@parlour/protocol/api";
import { IconArrowsTransferUpDown, IconDownload, IconMessage2Bolt, IconPlus, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { may, useMe } from "../../../state/session.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { useReplies } from "../../inbox/replies/use-replies.ts";
import { useDepartments } from "../data.ts";
import { ListPage } from "../ListPage.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { t } from "./text.ts";
import "../../inbox/replies/replies.css";

/** Settings → Quick replies (API-048): by folder, with a search; import and export. */
export function ReplyList() {
  const me = useMe();
  const read = useReplies();
  const departments = useDepartments();
  const [importing, setImporting] = useState(false);
  const [query, setQuery] = useState("");
  const writes = may(me, "chat");
  const add = writes && (
    <Link className="btn primary" to="/settings/$" params={{ _splat: "replies/new" }}>
      <Icon of={IconPlus} /> {t("replies.new")}
    </Link>
  );
  const act = (id: string) => {
    if (id === "import") setImporting(true);
    // The browser saves what it is given as an attachment and stays on the page.
    else location.assign(`/api/v1/canned-replies/export?format=${id}`);
  };
  return (
    <ListPage
      read={read}
      title={t("replies.title")}
      about={t("replies.about")}
      add={add}
      tools={
        <Menu
          label={t("replies.transfer")}
          title={t("replies.transfer")}
          className="btn icon quiet"
          onAction={act}
          groups={[
            {
              entries: [
                ...(writes ? [{ id: "import", icon: IconUpload, label: t("replies.import") }] : []),
                { id: "csv", icon: IconDownload, label: t("replies.csv") },
                { id: "json", icon: IconDownload, label: t("replies.json") },
              ],
            },
          ]}
        >
          <Icon of={IconArrowsTransferUpDown} />
        </Menu>
      }
      empty={{ icon: IconMessage2Bolt, title: t("replies.empty"), text: t("replies.empty.text") }}
      dialogs={importing && <ImportDialog onClose={() => setImporting(false)} />}
    >
      {(replies) => {
        const words = query.trim().toLocaleLowerCase().split(/\s+/u);
        const shown = replies.filter((reply) => words.every((word) => textOf(reply).includes(word))).toSorted(byFolder);
        return (
          <>
            <div className="replyfind">
              <TextField
                label={t("replies.find")}
                type="search"
                value={query}
                onChange={(event) => setQuery(event.target.value)}
                autoComplete="off"
              />
            </div>
            {shown.length === 0 ? (
              <p className="soft">{t("replies.nothing")}</p>
            ) : (
              <div className="card">
                <Table replies={shown} departments={new Map(departments.data?.map(({ id, name }) => [id, name]))} />
              </div>
            )}
          </>
        );
      }}
    </ListPage>
  );
}

function Table({ replies, departments }: { replies: readonly CannedReply[]; departments: ReadonlyMap<number, string> }) {
  const heads = ["replies.shortcut", "replies.text", "replies.folder", "replies.language", "replies.who", "replies.uses"] as const;
  return (
    <table className="things replytable">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {replies.map((reply) => (
          <tr key={reply.id}>
            <th scope="row">
              <Link to="/settings/$" params={{ _splat: `replies/${reply.id}` }}>
                /{reply.shortcut}
              </Link>
              {reply.managed && <Tag>parlour.yaml</Tag>}
            </th>
            <td className="whole" data-label={t("replies.text")}>
              <span className="replytext" dir="auto">
                {reply.text}
              </span>
            </td>
            <td data-label={t("replies.folder")} dir="auto">
              {reply.folder}
            </td>
            <td data-label={t("replies.language")}>{reply.language}</td>
            <td data-label={t("replies.who")} dir="auto">
              {reply.department_id === null ? t(`scope.${reply.scope}`) : (departments.get(reply.department_id) ?? t("scope.department"))}
            </td>
            <td data-label={t("replies.uses")} className="num">
              {reply.uses}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const textOf = ({ shortcut, folder, text }: CannedReply): string => `${shortcut}\n${folder}\n${text}`.toLocaleLowerCase();
const byFolder = (a: CannedReply, b: CannedReply): number =>
  a.folder.localeCompare(b.folder) || a.shortcut.localeCompare(b.shortcut) || a.id - b.id;
