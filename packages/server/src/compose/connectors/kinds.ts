// The connectors of this server, one line each. The name is the kind of their channels (CON-020).
export { createMailConnector as mail } from "../../edges/mail/index.ts";
export { createWhatsAppConnector as whatsapp } from "../../edges/whatsapp/index.ts";
export { createSmsConnector as sms } from "../../edges/sms/index.ts";
export { createMessengerConnector as messenger } from "../../edges/messenger/index.ts";
export { createInstagramConnector as instagram } from "../../edges/messenger/index.ts";
export { createTelegramConnector as telegram } from "../../edges/telegram/index.ts";
export { createViberConnector as viber } from "../../edges/viber/index.ts";
