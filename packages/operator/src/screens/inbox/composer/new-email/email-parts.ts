/** Parts for emails, in one chunk: a second one would split and enlarge the first load. */
export { EmailHeaders, EmailNotices } from "../email/EmailHeaders.tsx";
export { NewEmailDialog } from "./NewEmailDialog.tsx";
export { WaitingEmailBar } from "../email/WaitingEmailBar.tsx";
export { FormatTools } from "../email/FormatTools.tsx";
