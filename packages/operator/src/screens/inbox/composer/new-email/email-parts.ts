/**
 * Parts for emails, which are loaded with the first email chat or the first new email. They are one
 * chunk: a second one with the same modules would split and enlarge the first load.
 */
export { EmailHeaders, EmailNotices } from "../email/EmailHeaders.tsx";
export { NewEmailDialog } from "./NewEmailDialog.tsx";
export { WaitingEmailBar } from "../email/WaitingEmailBar.tsx";
export { FormatTools } from "../email/FormatTools.tsx";
