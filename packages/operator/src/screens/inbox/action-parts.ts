export { BulkBar } from "./bulk/BulkBar.tsx";
export { SelectionKeys } from "./bulk/SelectionKeys.tsx";
export { createMoreActions, listMoreEntries } from "./conversation/menus/more-entries.ts";
export { chatCommands } from "./chat-commands.ts";
export { createPriorityCommands } from "./priority/priority-commands.ts";
export { PriorityMenu } from "./priority/PriorityMenu.tsx";
export { SnoozeBar } from "./snooze/SnoozeBar.tsx";
export { createViewCommands, listViewGroups, openView } from "./views/view-menu.tsx";
