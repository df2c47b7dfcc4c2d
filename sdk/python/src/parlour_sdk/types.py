"""Types of the bodies and events of Parlour: dictionaries with known keys.

Ignore keys, events and constants that you do not know: new ones can be added at any time
(CORE-133). Generated: npm run x -- node tools/generate-python-sdk.ts
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class AcceptInvitation(TypedDict):
    token: str
    password: str


class Account(TypedDict):
    id: int
    name: str
    locale: str
    accent: str
    suspended: bool
    managed: bool
    managed_fields: list[AccountField]
    safe_url: bool | list[str]
    trust_webhook_links: bool
    upload_mib: int


class AccountHours(TypedDict):
    timezone: str | None
    week: Week
    exceptions: dict[str, list[str]]
    exception_details: dict[str, ExceptionDetails]
    open_now: bool
    next_opening_at: str | None
    managed: bool


class AccountHoursPatch(TypedDict, total=False):
    timezone: str | None
    week: Week
    exceptions: dict[str, list[str]]
    exception_details: dict[str, ExceptionDetails]


class _AccountInvitedRequired(TypedDict):
    id: int
    name: str
    suspended: bool
    managed: bool
    created_at: str
    allowed_addresses: list[str]
    owners: list[AccountInvitedOwners]


class AccountInvited(_AccountInvitedRequired, total=False):
    invite_url: str
    invite_expires_at: str


class AccountInvitedOwners(TypedDict):
    id: int
    name: str
    email: str


class AccountOverview(TypedDict):
    id: int
    name: str
    suspended: bool
    managed: bool
    created_at: str
    allowed_addresses: list[str]
    owners: list[AccountOverviewOwners]


class AccountOverviewOwners(TypedDict):
    id: int
    name: str
    email: str


class AccountPatch(TypedDict, total=False):
    name: str
    locale: str
    accent: str
    safe_url: bool | list[str]
    trust_webhook_links: bool


class AccountSuspension(TypedDict, total=False):
    suspended: bool
    allowed_addresses: list[str]


class AccountSwitch(TypedDict):
    account_id: int


class Accounts(TypedDict):
    items: list[AccountOverview]
    next_cursor: str | None


class _ApiErrorRequired(TypedDict):
    error: ApiErrorError


class ApiError(_ApiErrorRequired, total=False):
    start: str


class _ApiErrorErrorRequired(TypedDict):
    code: str
    message: str
    request_id: str


class ApiErrorError(_ApiErrorErrorRequired, total=False):
    field: str
    scope: str
    by: NamedRef
    chat_id: int


class ApiKey(TypedDict):
    id: int
    name: str
    operator: NamedRef
    scopes: list[str]
    hint: str
    created_at: str
    last_used_at: str | None
    expires_at: str | None
    managed: bool


class _ApiKeyWithKeyRequired(TypedDict):
    id: int
    name: str
    operator: NamedRef
    scopes: list[str]
    hint: str
    created_at: str
    last_used_at: str | None
    expires_at: str | None
    managed: bool


class ApiKeyWithKey(_ApiKeyWithKeyRequired, total=False):
    key: str


class ApiKeys(TypedDict):
    items: list[ApiKey]
    next_cursor: str | None


class AppliedReplyData(TypedDict):
    contact_info: AppliedReplyDataContactInfo
    custom_data: list[AppliedReplyDataCustomData] | None
    enable_assign: bool | None
    crm_link: str | None
    page: VisitedPage | None


class AppliedReplyDataContactInfo(TypedDict):
    name: str | None
    phone: str | None
    email: str | None


class AppliedReplyDataCustomData(TypedDict):
    title: str | None
    content: str
    link: str | None
    key: str | None


class Assignment(TypedDict):
    rules: list[str]
    eligible: list[int]
    others: list[AssignmentOthers]


class AssignmentOthers(TypedDict):
    operator_id: int
    reasons: list[str]


class Attempt(TypedDict):
    n: int
    started_at: str
    duration_ms: int
    outcome: Outcome
    status: int | None
    error: ErrorDetail | None
    request: SentRequest | None
    reply: ReceivedReply | None
    used: ResponseUsage | None


class AuditActions(TypedDict):
    items: list[str]


class AuditChange(TypedDict):
    object: str
    id: str | None
    name: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class AuditEntry(TypedDict):
    n: int
    at: str
    actor: AuditEntryActor
    action: str
    target: str | None
    address: str | None
    request_id: str | None
    result: AuditResult
    changes: list[AuditChange]
    previous: str | None
    hash: str


class AuditEntryActor(TypedDict):
    kind: Literal["operator", "key", "file", "anonymous", "command", "system"]
    id: int | None
    name: str | None


class AuditLog(TypedDict):
    items: list[AuditEntry]
    next_cursor: str | None


class AuditVerification(TypedDict):
    intact: bool
    count: int
    first: int | None
    last: int | None
    hash: str | None
    broken_at: int | None


class Author(TypedDict):
    kind: AuthorKind
    id: int | None
    name: str


class AuthorizationRedirect(TypedDict):
    url: str


class _AuthorizationRequestRequired(TypedDict):
    client_id: str
    redirect_uri: str
    response_type: str
    code_challenge: str
    code_challenge_method: str


class AuthorizationRequest(_AuthorizationRequestRequired, total=False):
    scope: str
    state: str
    resource: str


class BackupRun(TypedDict):
    id: int
    cause: Literal["operator", "schedule"]
    state: Literal["waiting", "running", "done", "failed"]
    requested_at: str
    started_at: str | None
    finished_at: str | None
    host: str | None
    path: str | None
    bytes: int
    error: Literal["folder_relative", "folder_inside_data", "folder_unwritable", "no_space", "database", "interrupted", "failed"] | None
    removed_at: str | None


class BackupSettings(TypedDict):
    folder: str | None
    time: str | None
    timezone: str
    keep: int


class BackupState(TypedDict):
    folder: str | None
    time: str | None
    timezone: str
    keep: int
    default_folder: str
    next_at: str | None
    runs: list[BackupRun]


class BlockCheckQuery(TypedDict, total=False):
    ip: str
    country: str
    email: str
    phone: str
    user_token: str
    visitor: int
    customer: BlockCheckQueryCustomer


class BlockCheckQueryCustomer(TypedDict):
    channel_id: int
    id: str


class BlockCheckResult(TypedDict):
    blocked: bool
    entry: BlockListEntry | None


class BlockList(TypedDict):
    items: list[BlockListEntry]
    next_cursor: str | None


class BlockListEntry(TypedDict):
    id: int
    kind: BlockListKind
    value: str
    channel_id: int | None
    state: Literal["in_force", "over", "lifted"]
    until: str | None
    reason: str | None
    chat_id: int | None
    by: NamedRef | None
    created_at: str
    lifted_at: str | None
    lifted_by: NamedRef | None
    managed: bool


class BlockListEntryPatch(TypedDict, total=False):
    until: str | None
    reason: str | None
    lifted: Literal[False]


class Bot(TypedDict):
    id: int
    endpoint_id: int
    provider: BotProviderObject
    name: str
    photo: str | None
    enabled: bool
    endpoint_url: str
    channels: list[int] | None
    invite_wait_s: int
    silent_s: int
    sends_chat_closed: bool
    sends_button_text: bool
    answers_settle: bool
    append_token: bool
    authorization: BotAuthorization | None
    token_short: bool
    address: str | None
    address_with_authorization: str | None
    secret_hint: str
    secret_created_at: str | None
    last_used_at: str | None
    last_success_at: str | None
    last_failure: LastFailure | None
    created_at: str
    managed: bool


class BotProviderObject(TypedDict):
    id: str
    name: str
    state: ProviderState


class BotAuthorization(TypedDict):
    token_url: str
    client_id: str
    scope: str | None
    client_auth: ClientAuth


class _BotAcceptedRequired(TypedDict):
    result: Literal["ok"]


class BotAccepted(_BotAcceptedRequired, total=False):
    warnings: list[BotWarning]


class BotAgentJoined(TypedDict):
    event: Literal["AGENT_JOINED"]
    id: str
    client_id: str
    chat_id: str


class BotAgentUnavailable(TypedDict):
    event: Literal["AGENT_UNAVAILABLE"]
    id: str
    client_id: str
    chat_id: str


class _BotButtonsRequired(TypedDict):
    type: Literal["BUTTONS"]
    buttons: list[BotButtonsButtons]


class BotButtons(_BotButtonsRequired, total=False):
    title: str
    text: str
    timestamp: int | str


class BotButtonsButtons(TypedDict, total=False):
    id: str
    text: str


class BotChatClosed(TypedDict):
    event: Literal["CHAT_CLOSED"]
    id: str
    client_id: str
    chat_id: str


class BotClientMessage(TypedDict):
    event: Literal["CLIENT_MESSAGE"]
    id: str
    site_id: int
    client_id: str
    chat_id: str
    agents_online: bool
    sender: BotClientMessageSender
    channel: BotClientMessageChannel
    message: BotClientText


class BotClientMessageSender(TypedDict):
    id: int
    name: str
    url: str
    has_contacts: bool


class BotClientMessageChannel(TypedDict):
    id: str
    type: Literal["widget", "channel"]


class _BotClientTextRequired(TypedDict):
    type: Literal["TEXT"]
    text: str
    timestamp: int


class BotClientText(_BotClientTextRequired, total=False):
    quoted: str
    subject: str
    recipients: BotClientTextRecipients
    button_id: str
    refers_to: BotClientTextRefersTo


class BotClientTextRecipients(TypedDict):
    to: list[BotClientTextRecipientsTo]
    cc: list[BotClientTextRecipientsCc]


class BotClientTextRecipientsTo(TypedDict):
    address: str
    name: str


class BotClientTextRecipientsCc(TypedDict):
    address: str
    name: str


class _BotClientTextRefersToRequired(TypedDict):
    kind: Literal["message", "product", "reaction"]


class BotClientTextRefersTo(_BotClientTextRefersToRequired, total=False):
    seq: int
    text: str
    author: str
    product: BotClientTextRefersToProduct


class _BotClientTextRefersToProductRequired(TypedDict):
    id: str


class BotClientTextRefersToProduct(_BotClientTextRefersToProductRequired, total=False):
    title: str


class BotError(TypedDict):
    error: BotErrorError


class _BotErrorErrorRequired(TypedDict):
    code: Literal["invalid_request", "invalid_client", "unauthorized_client", "access_denied", "not_found", "too_many_requests", "server_error", "server_overloaded", "temporarily_unavailable", "gateway_timeout"]
    message: str


class BotErrorError(_BotErrorErrorRequired, total=False):
    reason: Literal["chat_not_found", "chat_handed_over", "chat_closed", "unsupported_event"]


class _BotInviteAgentRequired(TypedDict):
    event: Literal["INVITE_AGENT"]
    chat_id: str


class BotInviteAgent(_BotInviteAgentRequired, total=False):
    id: str
    client_id: str


class _BotMarkdownRequired(TypedDict):
    type: Literal["MARKDOWN"]
    content: str


class BotMarkdown(_BotMarkdownRequired, total=False):
    text: str
    timestamp: int | str


class _BotMessageRequired(TypedDict):
    event: Literal["BOT_MESSAGE"]
    chat_id: str
    message: BotIncomingMessage


class BotMessage(_BotMessageRequired, total=False):
    id: str
    client_id: str


class BotPatch(TypedDict, total=False):
    name: str
    photo: str | None
    enabled: bool
    token: str
    endpoint_url: str
    channels: list[int] | None
    invite_wait_s: int
    silent_s: int
    sends_chat_closed: bool
    sends_button_text: bool
    answers_settle: bool
    append_token: bool
    authorization: BotPatchAuthorization | None


class _BotPatchAuthorizationRequired(TypedDict):
    token_url: str
    client_id: str


class BotPatchAuthorization(_BotPatchAuthorizationRequired, total=False):
    client_secret: str
    scope: str | None
    client_auth: ClientAuth


class BotPost(TypedDict):
    at: str
    event: str | None
    message: BotPostMessage | None
    warnings: list[ErrorDetail]
    error: ErrorDetail | None


class BotPostMessage(TypedDict):
    type: Literal["TEXT", "MARKDOWN", "BUTTONS"]
    title: str
    text: str
    buttons: list[MessageButton]


class BotProvider(TypedDict):
    id: str
    name: str
    contact: str | None
    endpoint_url: str | None
    scope: ProviderScope
    account_id: int | None
    state: ProviderState
    connections: int
    created_at: str
    managed: bool


class BotProviderPatch(TypedDict, total=False):
    name: str
    contact: str
    endpoint_url: str | None
    state: Literal["active", "suspended", "refused"]


class BotProviders(TypedDict):
    items: list[BotProvider]
    next_cursor: str | None


class BotTest(TypedDict):
    started_at: str | None
    open_until: str | None
    is_open: bool
    posts: list[BotPost]


class BotTestAttempt(TypedDict):
    outcome: Outcome
    status: int | None
    duration_ms: int
    error: ErrorDetail | None
    request: SentRequest | None
    reply: ReceivedReply | None
    started_at: str | None
    open_until: str | None
    is_open: bool
    posts: list[BotPost]


class _BotTextRequired(TypedDict):
    type: Literal["TEXT"]
    text: str


class BotText(_BotTextRequired, total=False):
    timestamp: int | str


class BotWarning(TypedDict):
    code: Literal["text_cut", "channel_text_cut", "button_text_cut", "text_only", "text_built", "not_shown", "client_id_ignored", "timestamp_unreadable", "not_utf8"]
    message: str


class _BotWithSecretRequired(TypedDict):
    id: int
    endpoint_id: int
    provider: BotWithSecretProvider
    name: str
    photo: str | None
    enabled: bool
    endpoint_url: str
    channels: list[int] | None
    invite_wait_s: int
    silent_s: int
    sends_chat_closed: bool
    sends_button_text: bool
    answers_settle: bool
    append_token: bool
    authorization: BotWithSecretAuthorization | None
    token_short: bool
    address: str | None
    address_with_authorization: str | None
    secret_hint: str
    secret_created_at: str | None
    last_used_at: str | None
    last_success_at: str | None
    last_failure: LastFailure | None
    created_at: str
    managed: bool


class BotWithSecret(_BotWithSecretRequired, total=False):
    signing_secret: str


class BotWithSecretProvider(TypedDict):
    id: str
    name: str
    state: ProviderState


class BotWithSecretAuthorization(TypedDict):
    token_url: str
    client_id: str
    scope: str | None
    client_auth: ClientAuth


class Bots(TypedDict):
    items: list[Bot]
    next_cursor: str | None


class BrowserAccounts(TypedDict):
    items: list[BrowserAccountsItems]


class BrowserAccountsItems(TypedDict):
    account: NamedRef
    operator: NamedRef
    current: bool


class _CallRequired(TypedDict):
    id: int
    type: Literal["callback", "incoming", "outgoing"]
    phone: str
    chat_id: int
    status: CallStatus
    operator: NamedRef | None
    reason: str | None
    record_url: str | None
    created_at: str
    updated_at: str


class Call(_CallRequired, total=False):
    taken_at: str
    agent_connected_at: str
    client_connected_at: str
    due_at: str
    waiting_since: str
    attempts: int
    note: CallNoteObject


class CallNoteObject(TypedDict):
    text: str
    by: NamedRef
    at: str


class _CallEventRequired(TypedDict):
    event_name: Literal["call_event"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agent: WebhookAgent
    call: WebhookCall


class CallEvent(_CallEventRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]


class CallNote(TypedDict):
    text: str


class CallSettings(TypedDict):
    enabled: bool
    driver: CallDriver
    url: str | None
    hours: WorkingHours | None
    prefixes: list[str]
    no_answer_agent_s: int
    no_answer_client_s: int
    balance_min: int | None
    open_now: bool
    report_url: str | None
    secret_hint: str | None
    managed: bool


class _CallSettingsChangedRequired(TypedDict):
    enabled: bool
    driver: CallDriver
    url: str | None
    hours: WorkingHours | None
    prefixes: list[str]
    no_answer_agent_s: int
    no_answer_client_s: int
    balance_min: int | None
    open_now: bool
    report_url: str | None
    secret_hint: str | None
    managed: bool


class CallSettingsChanged(_CallSettingsChangedRequired, total=False):
    signing_secret: str


class CallSettingsPatch(TypedDict, total=False):
    enabled: bool
    driver: CallDriver
    url: str | None
    hours: WorkingHours | None
    prefixes: list[str]
    no_answer_agent_s: int
    no_answer_client_s: int
    balance_min: int | None


class _CallUpdatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["call_updated"]
    data: CallUpdatedFrameData


class CallUpdatedFrame(_CallUpdatedFrameRequired, total=False):
    chat_id: int


class CallUpdatedFrameData(TypedDict):
    call: Call


class _CallWithVisitorRequired(TypedDict):
    id: int
    type: Literal["callback", "incoming", "outgoing"]
    phone: str
    chat_id: int
    status: CallStatus
    operator: NamedRef | None
    reason: str | None
    record_url: str | None
    created_at: str
    updated_at: str
    visitor: Visitor
    channel: ChatChannel


class CallWithVisitor(_CallWithVisitorRequired, total=False):
    taken_at: str
    agent_connected_at: str
    client_connected_at: str
    due_at: str
    waiting_since: str
    attempts: int
    note: CallWithVisitorNote


class CallWithVisitorNote(TypedDict):
    text: str
    by: NamedRef
    at: str


class Calls(TypedDict):
    items: list[CallWithVisitor]
    next_cursor: str | None


class CannedReplies(TypedDict):
    items: list[CannedReply]
    next_cursor: str | None


class CannedReply(TypedDict):
    id: int
    scope: ReplyScope
    department_id: int | None
    folder: str
    shortcut: str
    language: str
    text: str
    uses: int
    created_at: str
    updated_at: str
    managed: bool


class CannedReplyPatch(TypedDict, total=False):
    scope: ReplyScope
    department_id: int | None
    folder: str
    shortcut: str
    language: str
    text: str


class _ChannelRequired(TypedDict):
    id: int
    kind: ChannelKind
    name: str
    public_id: str
    enabled: bool
    endpoint_url: str
    chunked: bool
    append_public_id: bool
    media_as: MediaFormat
    bot_available: bool
    operators: list[int]
    inbound_url: str | None
    secret_hint: str
    status: Availability
    last_inbound_at: str | None
    last_success_at: str | None
    last_failure: LastFailure | None
    created_at: str
    managed: bool
    capabilities: ChannelCapabilities


class Channel(_ChannelRequired, total=False):
    settings: dict[str, Any]
    info: dict[str, Any]
    problem: ChannelProblem | None
    address_state: Literal["proved", "unproved", "taken"]
    secret_hints: dict[str, str]
    widget: WidgetSettings
    snippet: str
    has_identity_secret: bool


class ChannelProblem(TypedDict):
    at: str
    code: str
    values: dict[str, str]
    message: str


class ChannelAccepted(TypedDict):
    result: Literal["ok"]


class ChannelAddressCode(TypedDict):
    code: str


class ChannelCapabilities(TypedDict):
    chat_window: bool
    media: list[Literal["video", "audio", "voice", "photo", "sticker", "document", "location"]]
    max_text_length: int
    max_buttons: int
    email: bool
    operator_typing: bool
    integrator_endpoint: bool
    receipts: Literal["none", "delivered", "read"]
    visitor_edits: bool
    reply_window_hours: int | None
    merge_seconds: int
    claimed_senders: bool
    templates: bool


class ChannelEmail(TypedDict):
    direction: Literal["received", "sent"]
    at: str
    name: str
    address: str
    others: int
    subject: str
    chat_id: int | None
    chat_number: int | None
    verified: bool | None
    ignored: ChannelEmailIgnored | None
    delivery: ChannelEmailDelivery | None


class ChannelEmailIgnored(TypedDict):
    id: int
    reason: Literal["newsletter", "automatic_mail", "automatic_reply", "unknown_report", "no_failure", "mail_loop", "not_accepted"]


class ChannelEmailDelivery(TypedDict):
    id: int
    state: DeliveryState
    attempts: int
    error: ErrorDetail | None


class ChannelEmails(TypedDict):
    day: ChannelEmailsDay
    week: ChannelEmailsWeek
    waiting: int
    is_capped: bool
    items: list[ChannelEmail]


class ChannelEmailsDay(TypedDict):
    received: int
    sent: int
    failed: int


class ChannelEmailsWeek(TypedDict):
    received: int
    sent: int
    failed: int


class ChannelError(TypedDict):
    error: ChannelErrorError


class ChannelErrorError(TypedDict):
    code: str
    message: str


class _ChannelFileRequired(TypedDict):
    type: Literal["video", "audio", "voice", "photo", "sticker", "document"]
    file: str
    file_name: str
    file_size: int


class ChannelFile(_ChannelFileRequired, total=False):
    id: str | float
    thumb: str
    emoji: str
    duration: int
    width: int
    height: int
    performer: str
    title: str
    text: str


class _ChannelLocationRequired(TypedDict):
    type: Literal["location"]
    latitude: float
    longitude: float


class ChannelLocation(_ChannelLocationRequired, total=False):
    id: str | float
    text: str


class ChannelPatch(TypedDict, total=False):
    name: str
    endpoint_url: str
    chunked: bool
    operators: list[int]
    append_public_id: bool
    media_as: MediaFormat
    bot_available: bool
    enabled: bool
    widget: WidgetSettingsPatch
    settings: dict[str, Any]


class ChannelReceipt(TypedDict):
    type: Literal["delivered", "seen", "read"]
    id: str | int


class ChannelReply(TypedDict):
    sender: ChannelReplySender
    recipient: ChannelReplyRecipient
    message: ChannelMessage


class ChannelReplySender(TypedDict):
    name: str
    photo: str


class ChannelReplyRecipient(TypedDict):
    id: CustomerId


class ChannelRequest(TypedDict):
    sender: ChannelSender
    message: ChannelText | ChannelTyping | ChannelFile | ChannelLocation | ChannelReceipt


class _ChannelSenderRequired(TypedDict):
    id: CustomerId


class ChannelSender(_ChannelSenderRequired, total=False):
    name: str | None
    phone: str | None
    email: str | None
    photo: str | None
    url: str | None
    invite: str | None


class ChannelTemplate(TypedDict):
    name: str
    language: str
    category: str
    text: str
    parameters: list[str]


class ChannelTemplates(TypedDict):
    items: list[ChannelTemplate]
    next_cursor: str | None


class ChannelTest(TypedDict):
    outbound: TestAttempt
    inbound: ChannelTestInbound


class ChannelTestInbound(TypedDict):
    url: str | None
    status: Availability
    accepts_messages: bool
    last_inbound_at: str | None


class _ChannelTextRequired(TypedDict):
    type: Literal["text"]
    text: str


class ChannelText(_ChannelTextRequired, total=False):
    id: str | float


class ChannelTyping(TypedDict):
    type: Literal["typein", "typeout"]


class _ChannelWithSecretRequired(TypedDict):
    id: int
    kind: ChannelKind
    name: str
    public_id: str
    enabled: bool
    endpoint_url: str
    chunked: bool
    append_public_id: bool
    media_as: MediaFormat
    bot_available: bool
    operators: list[int]
    inbound_url: str | None
    secret_hint: str
    status: Availability
    last_inbound_at: str | None
    last_success_at: str | None
    last_failure: LastFailure | None
    created_at: str
    managed: bool
    capabilities: ChannelCapabilities


class ChannelWithSecret(_ChannelWithSecretRequired, total=False):
    settings: dict[str, Any]
    info: dict[str, Any]
    problem: ChannelWithSecretProblem | None
    address_state: Literal["proved", "unproved", "taken"]
    secret_hints: dict[str, str]
    widget: WidgetSettings
    snippet: str
    has_identity_secret: bool
    signing_secret: str


class ChannelWithSecretProblem(TypedDict):
    at: str
    code: str
    values: dict[str, str]
    message: str


class Channels(TypedDict):
    items: list[Channel]
    next_cursor: str | None


class _ChatRequired(TypedDict):
    id: int
    seq: int
    state: ChatState
    channel: ChatChannel
    visitor: Visitor
    assignee: NamedRef | None
    participants: list[NamedRef]
    department: NamedRef | None
    page: VisitedPage | None
    session: VisitSource | None
    custom_data: list[CustomData]
    crm: ChatCrm
    bot: ChatBot | None
    continues: int | None
    created_at: str
    accepted_at: str | None
    closed_at: str | None
    close_reason: str | None
    rating: Rating | None
    wait: ChatWait | None
    assignment: Assignment | None
    unread: int
    last_message: Message | None


class Chat(_ChatRequired, total=False):
    number: int
    attributes: dict[str, str | float | bool]
    given: dict[str, int]
    rating_comment: str
    rating_asked: Literal[True]
    transcripts: int
    answers_mailed_to: str
    visitor_read: ChatVisitorRead
    reply_until: str
    transfer: Transfer | None
    invited: list[ChatInvitation]
    unanswered_at: str
    notices: list[ChatNotice]
    tags: list[NamedRef]
    blacklisted: Literal[True]
    queue: Queue | None


class _ChatCrmRequired(TypedDict):
    link: str | None
    assign: bool
    assigned: bool


class ChatCrm(_ChatCrmRequired, total=False):
    assigned_links: list[str]


class ChatVisitorRead(TypedDict):
    received: int
    received_at: str | None
    seen: int
    seen_at: str | None


class _ChatWaitRequired(TypedDict):
    since: str


class ChatWait(_ChatWaitRequired, total=False):
    invited_until: str
    step: str
    offered: list[int]
    offer_until: str
    asked: list[int]
    skipped: list[int]
    inviter: int
    push_waits: Literal[True]
    mail_waits: Literal[True]
    reminded: int
    failed: list[Literal["push", "mail"]]


class _ChatAcceptedRequired(TypedDict):
    event_name: Literal["chat_accepted"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agent: WebhookAgent


class ChatAccepted(_ChatAcceptedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]


class _ChatAcceptedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["chat_accepted"]
    data: ChatAcceptedFrameData


class ChatAcceptedFrame(_ChatAcceptedFrameRequired, total=False):
    chat_id: int


class ChatAcceptedFrameData(TypedDict):
    chat: ChatEntity
    by: NamedRef


class _ChatAssignedRequired(TypedDict):
    event_name: Literal["chat_assigned"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agent: WebhookAgent
    assign_to: str


class ChatAssigned(_ChatAssignedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]


class _ChatAssignedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["chat_assigned"]
    data: ChatAssignedFrameData


class ChatAssignedFrame(_ChatAssignedFrameRequired, total=False):
    chat_id: int


class ChatAssignedFrameData(TypedDict):
    chat: ChatEntity
    crm_link: str


class _ChatBotRequired(TypedDict):
    id: int
    name: str
    photo: str
    attached: bool


class ChatBot(_ChatBotRequired, total=False):
    buttons: int
    choices: list[str]
    missed_at: str
    silent_since: str
    undelivered: ChatBotUndelivered


class _ChatBotUndeliveredRequired(TypedDict):
    delivery_id: int
    after_seq: int


class ChatBotUndelivered(_ChatBotUndeliveredRequired, total=False):
    answered_at: str


class ChatChannel(TypedDict):
    id: int
    kind: ChannelKind
    name: str


class _ChatClosedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["chat_closed"]
    data: ChatEventData


class ChatClosedFrame(_ChatClosedFrameRequired, total=False):
    chat_id: int


class _ChatCreatedRequired(TypedDict):
    event_name: Literal["chat_created"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agent: WebhookAgent


class ChatCreated(_ChatCreatedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]


class _ChatCreatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["chat_created"]
    data: ChatEventData


class ChatCreatedFrame(_ChatCreatedFrameRequired, total=False):
    chat_id: int


ChatEmail = TypedDict(
    "ChatEmail",
    {
        "from": "str",
        "subject": "str",
        "reply": "EmailRecipients",
        "reply_all": "EmailRecipients",
        "letter": "int | None",
        "reply_to": "ChatEmailReplyTo | None",
        "known": "list[str]",
    },
)


ChatEmailReplyTo = TypedDict(
    "ChatEmailReplyTo",
    {
        "from": "EmailAddress",
        "addresses": "list[EmailAddress]",
        "used": "bool",
    },
)


class _ChatEntityRequired(TypedDict):
    id: int
    seq: int
    state: ChatState
    channel: ChatChannel
    visitor: Visitor
    assignee: NamedRef | None
    participants: list[NamedRef]
    department: NamedRef | None
    page: VisitedPage | None
    session: VisitSource | None
    custom_data: list[CustomData]
    crm: ChatEntityCrm
    bot: ChatBot | None
    continues: int | None
    created_at: str
    accepted_at: str | None
    closed_at: str | None
    close_reason: str | None
    rating: Rating | None
    wait: ChatEntityWait | None


class ChatEntity(_ChatEntityRequired, total=False):
    number: int
    attributes: dict[str, str | float | bool]
    given: dict[str, int]
    rating_comment: str
    rating_asked: Literal[True]
    transcripts: int
    answers_mailed_to: str
    visitor_read: ChatEntityVisitorRead
    reply_until: str
    transfer: Transfer | None
    invited: list[ChatInvitation]
    unanswered_at: str
    notices: list[ChatNotice]
    assignment: Assignment | None
    tags: list[NamedRef]
    blacklisted: Literal[True]


class _ChatEntityCrmRequired(TypedDict):
    link: str | None
    assign: bool
    assigned: bool


class ChatEntityCrm(_ChatEntityCrmRequired, total=False):
    assigned_links: list[str]


class ChatEntityVisitorRead(TypedDict):
    received: int
    received_at: str | None
    seen: int
    seen_at: str | None


class _ChatEntityWaitRequired(TypedDict):
    since: str


class ChatEntityWait(_ChatEntityWaitRequired, total=False):
    invited_until: str
    step: str
    offered: list[int]
    offer_until: str
    asked: list[int]
    skipped: list[int]
    inviter: int
    push_waits: Literal[True]
    mail_waits: Literal[True]
    reminded: int
    failed: list[Literal["push", "mail"]]


class ChatEventData(TypedDict):
    chat: ChatEntity


class _ChatFinishedRequired(TypedDict):
    event_name: Literal["chat_finished"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agents: list[WebhookAgent]
    chat: WebhookChat
    plain_messages: str
    html_messages: str


class ChatFinished(_ChatFinishedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]
    rating_comment: str


class _ChatHandedOverFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["chat_handed_over"]
    data: ChatHandedOverFrameData


class ChatHandedOverFrame(_ChatHandedOverFrameRequired, total=False):
    chat_id: int


class _ChatHandedOverFrameDataRequired(TypedDict):
    chat: ChatEntity
    by: NamedRef | None


class ChatHandedOverFrameData(_ChatHandedOverFrameDataRequired, total=False):
    reason: str


class _ChatHitRequired(TypedDict):
    chat: Chat
    hits: list[SearchHit]
    count: int


class ChatHit(_ChatHitRequired, total=False):
    active_at: str


class ChatInvitation(TypedDict):
    by: NamedRef
    to: NamedRef
    comment: str | None


class ChatMatches(TypedDict):
    seqs: list[int]


class _ChatNoticeRequired(TypedDict):
    kind: Literal["transfer_declined", "transfer_expired", "transfer_offline", "reassigned", "assigned"]
    to: NamedRef
    by: NamedRef
    detail: str | None
    at: str
    opened_at: str | None


class ChatNotice(_ChatNoticeRequired, total=False):
    reminded: int


class _ChatRatedRequired(TypedDict):
    event_name: Literal["chat_rated"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agent: WebhookAgent
    agents: list[WebhookAgent]
    rate: Literal["positive", "negative"]


class ChatRated(_ChatRatedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]
    rating_comment: str


class ChatTags(TypedDict):
    tags: list[int]


class _ChatTransferredFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["chat_transferred"]
    data: ChatTransferredFrameData


class ChatTransferredFrame(_ChatTransferredFrameRequired, total=False):
    chat_id: int


class ChatTransferredFrameData(TypedDict):
    chat: ChatEntity
    by: NamedRef
    to: NamedRef


class _ChatUpdatedRequired(TypedDict):
    event_name: Literal["chat_updated"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agent: WebhookAgent


class ChatUpdated(_ChatUpdatedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]
    chat: WebhookChat
    rating_comment: str


class _ChatUpdatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["chat_updated"]
    data: ChatEventData


class ChatUpdatedFrame(_ChatUpdatedFrameRequired, total=False):
    chat_id: int


class Chats(TypedDict):
    items: list[Chat]
    next_cursor: str | None


class ConnectedApplication(TypedDict):
    id: int
    name: str
    scopes: list[str]
    created_at: str
    last_used_at: str | None


class ConnectedApplications(TypedDict):
    items: list[ConnectedApplication]


class ConnectionLookup(TypedDict):
    kind: Literal["mail", "telegram", "whatsapp"]
    address: str


class ConnectionNotice(TypedDict):
    code: str
    values: dict[str, str]
    message: str


class ConnectionTest(TypedDict):
    outbound: DirectionTest
    inbound: DirectionTest


class ConnectionTestRequest(TypedDict):
    kind: Literal["mail", "telegram", "whatsapp"]
    settings: dict[str, Any]


class Consent(TypedDict):
    text: str
    at: str


class _ContactRequired(TypedDict):
    value: str
    source: Source
    at: str


class Contact(_ContactRequired, total=False):
    by: NamedRef
    others: list[ContactOthers]


class _ContactOthersRequired(TypedDict):
    value: str
    source: Source
    at: str


class ContactOthers(_ContactOthersRequired, total=False):
    by: NamedRef


class Counters(TypedDict):
    views: CountersViews
    unread: int


class CountersViews(TypedDict):
    mine: int
    waiting: int
    bot: int
    all: int
    missed: int
    offline: int
    calls: int


class CustomData(TypedDict):
    title: str | None
    content: str
    link: str | None
    key: str | None
    source: Literal["webhook", "page"]
    endpoint: int | None


class Deliveries(TypedDict):
    items: list[Delivery]
    next_cursor: str | None


class _DeliveryRequired(TypedDict):
    id: int
    endpoint: DeliveryEndpoint
    event: str
    chat_id: int | None
    seq: int | None
    state: DeliveryState
    attempts: int
    outcome: Outcome | None
    error: ErrorDetail | None
    unconfirmed: bool
    next_at: str | None
    created_at: str
    updated_at: str


class Delivery(_DeliveryRequired, total=False):
    chat_number: int
    failed_recipients: list[FailedRecipient]
    last_attempt: DeliveryLastAttempt | None


class DeliveryEndpoint(TypedDict):
    id: int
    kind: DeliveryKind
    name: str


class DeliveryLastAttempt(TypedDict):
    duration_ms: int
    status: int | None
    used: ResponseUsage | None


class DeliveryTotals(TypedDict):
    since: str
    events: int
    is_capped: bool
    events_before: int | None
    delivered: int
    failed: int
    dead: int
    not_usable: int
    queued: DeliveryTotalsQueued
    took: DeliveryTotalsTook | None


class DeliveryTotalsQueued(TypedDict):
    count: int
    is_capped: bool
    oldest_at: str | None
    endpoint_id: int | None


class DeliveryTotalsTook(TypedDict):
    attempts: int
    median_ms: int
    p95_ms: int


class _DeliveryUpdatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["delivery_updated"]
    data: DeliveryUpdatedFrameData


class DeliveryUpdatedFrame(_DeliveryUpdatedFrameRequired, total=False):
    chat_id: int


class DeliveryUpdatedFrameData(TypedDict):
    delivery: Delivery


class _DeliveryWithAttemptsRequired(TypedDict):
    id: int
    endpoint: DeliveryWithAttemptsEndpoint
    event: str
    chat_id: int | None
    seq: int | None
    state: DeliveryState
    attempts: int
    outcome: Outcome | None
    error: ErrorDetail | None
    unconfirmed: bool
    next_at: str | None
    created_at: str
    updated_at: str
    attempts_made: list[Attempt]


class DeliveryWithAttempts(_DeliveryWithAttemptsRequired, total=False):
    chat_number: int
    failed_recipients: list[FailedRecipient]
    last_attempt: DeliveryWithAttemptsLastAttempt | None


class DeliveryWithAttemptsEndpoint(TypedDict):
    id: int
    kind: DeliveryKind
    name: str


class DeliveryWithAttemptsLastAttempt(TypedDict):
    duration_ms: int
    status: int | None
    used: ResponseUsage | None


class Department(TypedDict):
    id: int
    name: str
    operators: list[int]
    working_hours: DepartmentHours | None
    open_now: bool
    next_opening_at: str | None
    created_at: str
    managed: bool


class DepartmentHours(TypedDict):
    timezone: str
    week: Week
    exceptions: dict[str, list[str]]
    exception_details: dict[str, ExceptionDetails]


class DepartmentPatch(TypedDict, total=False):
    name: str
    operators: list[int]
    working_hours: WorkingHours | None


class Departments(TypedDict):
    items: list[Department]
    next_cursor: str | None


class DescribedAuthorization(TypedDict):
    name: str
    redirect_host: str
    scopes: list[DescribedAuthorizationScopes]
    decline_url: str


class DescribedAuthorizationScopes(TypedDict):
    name: str
    is_preselected: bool


class DetectedSite(TypedDict):
    origin: str
    page_url: str | None
    page_title: str | None
    at: str


class DirectionTest(TypedDict):
    ok: bool
    code: str
    values: dict[str, str]
    message: str


class _DraftRequired(TypedDict):
    chat_id: int
    mode: DraftMode
    text: str
    version: int
    updated_at: str


class Draft(_DraftRequired, total=False):
    email: DraftEmail


class _DraftChangeRequired(TypedDict):
    mode: DraftMode
    text: str
    version: int


class DraftChange(_DraftChangeRequired, total=False):
    email: DraftEmail


class DraftEmail(TypedDict, total=False):
    form: Literal["reply", "reply_all", "forward"]
    to: list[NewEmailRecipient]
    cc: list[NewEmailRecipient]
    bcc: list[NewEmailRecipient]
    subject: str
    leaves_out_quote: bool
    attach: list[int]
    format: Literal["markdown"]
    asked: list[str]


class Drafts(TypedDict):
    items: list[Draft]
    next_cursor: str | None


class _EarlierTextRequired(TypedDict):
    text: str
    at: str


class EarlierText(_EarlierTextRequired, total=False):
    media: Media


class EgressChange(TypedDict, total=False):
    add: list[str]
    remove: list[str]


class EmailAddress(TypedDict):
    address: str
    name: str


class _EmailContentRequired(TypedDict):
    to: list[NewEmailRecipient]


class EmailContent(_EmailContentRequired, total=False):
    subject: str
    cc: list[NewEmailRecipient]
    bcc: list[NewEmailRecipient]
    quotes: int
    attach: list[int]
    format: Literal["markdown"]


class EmailRecipient(TypedDict):
    address: str
    name: str
    source: Literal["thread", "reply_to", "operator"]


class EmailRecipients(TypedDict):
    to: list[EmailAddress]
    cc: list[EmailAddress]


class Endpoint(TypedDict):
    id: int
    kind: EndpointKind
    name: str
    owner_id: int
    url: str
    state: Literal["on", "paused", "off"]
    reason: Literal["gone", "failing", "disabled"] | None
    since: str | None
    queue: EndpointQueue
    waiting: EndpointWaiting
    last_success_at: str | None
    last_failure: LastFailure | None
    failing_since: str | None
    recent: EndpointRecent
    secret_hint: str
    secret_created_at: str | None
    previous_secret_until: str | None
    last_used_at: str | None


class EndpointQueue(TypedDict):
    pending: int
    oldest_at: str | None
    next_at: str | None


class EndpointWaiting(TypedDict):
    lanes: int
    oldest_at: str | None


class EndpointRecent(TypedDict):
    attempts: int
    failed: int


class Endpoints(TypedDict):
    items: list[Endpoint]
    next_cursor: str | None


class Erasure(TypedDict):
    id: int
    number: int
    by: NamedRef | None
    requested_at: str
    done_at: str | None
    counts: dict[str, int]
    received: list[ErasureReceived]


class ErasureReceived(TypedDict):
    endpoint_id: int
    kind: str
    name: str | None
    url: str
    count: int
    first_at: str
    last_at: str


class Erasures(TypedDict):
    items: list[Erasure]
    next_cursor: str | None


class ErrorDetail(TypedDict):
    code: str
    message: str


class Events(TypedDict):
    epoch: str
    events: list[FeedEvent]
    cursor: str
    more: bool


class ExceptionDetails(TypedDict, total=False):
    name: str
    until: str


class ExcerptPiece(TypedDict):
    text: str
    hit: bool


class ExportReady(TypedDict):
    ready: Literal[True]


class ExportedReply(TypedDict):
    scope: ReplyScope
    department: str
    folder: str
    shortcut: str
    language: str
    text: str


class FailCall(TypedDict):
    reason: Literal["no_answer_client", "busy", "wrong_number", "cancelled"]


class FailedRecipient(TypedDict):
    address: str
    code: str
    message: str
    state: Literal["failed", "sending", "sent"]


class _FeedEventRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: str
    data: dict[str, Any]


class FeedEvent(_FeedEventRequired, total=False):
    chat_id: int


class Finding(TypedDict):
    check: Literal["database", "nodes", "redis", "disk", "sockets", "clock", "deliveries", "connectors", "audit", "keys", "backups", "mail", "storage", "scanner", "tls", "origins", "egress"]
    state: Literal["good", "warning", "fault"]
    code: Literal["disk_good", "disk_low", "disk_full", "disk_closed", "disk_unseen", "database_good", "database_away", "database_silent", "database_closed", "database_full", "database_read_only", "database_unwritable", "database_old", "database_unsafe", "database_roles", "database_crowded", "database_standby", "database_pool", "database_backfill", "database_replica_good", "database_replica_behind", "database_replica_away", "database_replica_foreign", "nodes_good", "nodes_several", "redis_off", "redis_good", "redis_partly", "redis_away", "redis_old", "sockets_good", "sockets_none", "clock_good", "clock_apart", "clock_ahead", "deliveries_good", "deliveries_wait", "connectors_none", "connectors_good", "connectors_failing", "audit_good", "audit_broken", "audit_broken_installation", "audit_late", "keys_good", "keys_ending", "backups_good", "backups_old", "backups_none", "backups_failed", "backups_missed", "mail_off", "mail_good", "mail_unreachable", "storage_disk", "storage_good", "storage_unreachable", "scanner_off", "scanner_good", "scanner_unreachable", "tls_good", "tls_local", "tls_none", "tls_ending", "tls_untrusted", "origins_good", "origins_shared", "egress_good", "egress_proxy", "egress_nameless"]
    values: dict[str, str | float]
    message: str
    advice: str | None


class FinishedMailSignIn(TypedDict):
    provider: OAuthProvider
    channel_id: int | None
    draft: str
    grant: str | None
    problem: ConnectionNotice | None


class FoundConnection(TypedDict):
    source: Literal["provider"] | Literal["autoconfig"] | Literal["dns"] | None
    provider: str | None
    settings: dict[str, Any]
    needs_proof: bool
    has_receiver: bool
    has_mail_server: bool
    sign_ins: list[FoundConnectionSignIns]


class FoundConnectionSignIns(TypedDict):
    provider: OAuthProvider
    name: str


class _GetStartedRequired(TypedDict):
    has_chats: bool
    widget: GetStartedWidget | None
    colleague: GetStartedColleague | None
    hours: GetStartedHours | None


class GetStarted(_GetStartedRequired, total=False):
    email: GetStartedEmail | None
    backup: GetStartedBackup | None


class GetStartedWidget(TypedDict):
    channel_id: int
    public_id: str
    seen: DetectedSite | None
    elsewhere: DetectedSite | None


class GetStartedColleague(TypedDict):
    operator_id: int
    name: str
    email: str
    has_accepted: bool
    has_channel: bool


class GetStartedHours(TypedDict):
    timezone: str | None
    week: Week


GetStartedEmail = TypedDict(
    "GetStartedEmail",
    {
        "from": "str",
        "works": "bool",
    },
)


class GetStartedBackup(TypedDict):
    created_at: str
    bytes: int | None


class GrantAccess(TypedDict):
    request: AuthorizationRequest
    scopes: list[str]


class Health(TypedDict):
    state: Literal["good", "warning", "fault"]
    checks: list[Finding]
    checked_at: str
    version: str
    started_at: str
    node_version: str
    database_version: str | None
    storage: HealthStorage
    backup: HealthBackup | None
    mail: HealthMail | None
    nodes: list[NodeHealth]


class HealthStorage(TypedDict):
    database_bytes: int | None
    files: HealthStorageFiles | None
    kind: Literal["disk", "s3"]
    free_bytes: int | None


class HealthStorageFiles(TypedDict):
    count: int
    bytes: int


class HealthBackup(TypedDict):
    created_at: str
    folder: str
    is_there: bool
    accounts: list[HealthBackupAccounts]


class HealthBackupAccounts(TypedDict):
    id: int
    name: str
    position: int


HealthMail = TypedDict(
    "HealthMail",
    {
        "host": "str",
        "port": "int",
        "from": "str",
    },
)


class IdentitySecret(TypedDict):
    identity_secret: str


IgnoredEmail = TypedDict(
    "IgnoredEmail",
    {
        "id": "int",
        "channel": "NamedRef",
        "reason": "Literal['newsletter', 'automatic_mail', 'automatic_reply', 'unknown_report', 'no_failure', 'mail_loop', 'not_accepted']",
        "from": "str",
        "name": "str",
        "subject": "str",
        "text": "str",
        "received_at": "str",
        "chat_id": "int | None",
    },
)


class IgnoredEmailChat(TypedDict):
    chat_id: int


class IgnoredEmails(TypedDict):
    items: list[IgnoredEmail]
    next_cursor: str | None
    total: int


class _ImportRepliesRequired(TypedDict):
    format: ReplyFormat
    content: str


class ImportReplies(_ImportRepliesRequired, total=False):
    dry_run: bool


class ImportedReplies(TypedDict):
    added: int
    changed: int
    same: int
    faults: list[ImportedRepliesFaults]


class ImportedRepliesFaults(TypedDict):
    line: int
    field: str | None
    code: Literal["file", "column", "cells", "form", "variable", "department", "repeated", "forbidden", "managed"]
    detail: str | None
    message: str


class InspectedFault(TypedDict):
    code: str
    message: str | None
    field: str | None
    rule: str | None


class InspectedRequest(TypedDict):
    id: int
    at: str
    direction: Literal["in", "out"]
    kind: EndpointKind
    owner_id: int | None
    endpoint_id: int | None
    method: str
    url: str
    request: InspectedRequestRequest
    status: int | None
    reply: ReceivedReply | None
    duration_ms: int
    outcome: Outcome | None
    fault: InspectedFault | None
    request_id: str | None
    delivery_id: int | None
    event: str | None
    chat_id: int | None


class InspectedRequestRequest(TypedDict):
    headers: dict[str, str]
    body: str
    cut: bool


class InspectedRequests(TypedDict):
    items: list[InspectedRequest]
    next_cursor: None
    missing_nodes: int


class Instance(TypedDict):
    egress_allow: list[str]
    limits: dict[str, int]
    support_contact: str | None
    bot_self_service: bool


class InstancePatch(TypedDict, total=False):
    egress_allow: list[str]
    limits: dict[str, int | None]
    support_contact: str | None
    bot_self_service: bool


class InvitationAccepted(TypedDict):
    email: str


class _InviteOperatorBodyRequired(TypedDict):
    operator_id: int


class InviteOperatorBody(_InviteOperatorBodyRequired, total=False):
    comment: str | None


class _InviteVisitorRequired(TypedDict):
    text: str


class InviteVisitor(_InviteVisitorRequired, total=False):
    department_id: int | None


class LastFailure(TypedDict):
    at: str
    outcome: Outcome
    status: int | None


class LatestChat(TypedDict):
    id: int
    state: ChatState
    assignee: NamedRef | None
    channel: ChatChannel
    page: VisitedPage | None
    session: VisitSource | None


Mail = TypedDict(
    "Mail",
    {
        "host": "str",
        "port": "int",
        "tls": "Literal['starttls', 'implicit', 'none']",
        "user": "str | None",
        "has_password": "bool",
        "from": "str",
    },
)


class MailPreferences(TypedDict):
    available: bool
    offline: bool
    missed: bool
    reminders: bool
    faults: bool


class _MailPreferencesPatchRequired(TypedDict):
    offline: bool
    missed: bool


class MailPreferencesPatch(_MailPreferencesPatchRequired, total=False):
    reminders: bool
    faults: bool


class MailSignInQuery(TypedDict):
    query: str


class MailState(TypedDict):
    mail: Mail | None
    managed: bool


class MailTest(TypedDict, total=False):
    mail: NewMail


class MailTestResult(TypedDict):
    ok: bool
    step: Literal["dns", "connect", "greeting", "tls", "sign_in", "sender", "recipient", "message", "sent"]
    message: str
    reply: str | None
    to: str
    duration_ms: int


class MarkNotice(TypedDict):
    state: Literal["opened", "dismissed"]


class MarkdownNodeText(TypedDict):
    type: Literal["text"]
    text: str


class MarkdownNodeBold(TypedDict):
    type: Literal["bold"]
    nodes: list[MarkdownNode]


class MarkdownNodeItalic(TypedDict):
    type: Literal["italic"]
    nodes: list[MarkdownNode]


class MarkdownNodeLink(TypedDict):
    type: Literal["link"]
    url: str
    nodes: list[MarkdownNode]


class MePatch(TypedDict, total=False):
    name: str
    language: InterfaceLanguage
    password: str
    old_password: str


class Media(TypedDict):
    type: Literal["video", "audio", "voice", "photo", "sticker", "document", "location"]
    file: str | None
    file_name: str | None
    file_size: int | None
    thumb: str | None
    emoji: str | None
    duration: int | None
    width: int | None
    height: int | None
    performer: str | None
    title: str | None
    latitude: float | None
    longitude: float | None


class Mention(TypedDict):
    chat_id: int
    seq: int
    at: str


class Mentions(TypedDict):
    items: list[Mention]
    next_cursor: str | None


class _MessageRequired(TypedDict):
    seq: int
    id: int
    chat_id: int
    author: Author
    kind: MessageKind
    text: str
    created_at: str


class Message(_MessageRequired, total=False):
    cut: bool
    media: Media
    origin: MessageOrigin
    refers_to: MessageReference
    email: MessageEmail
    template: MessageTemplate
    title: str
    buttons: list[MessageButton]
    nodes: list[MarkdownNode]
    button_id: str
    hidden: Literal[True]
    blacklisted: Literal[True]
    mentions: list[int]
    line: SystemMessageData
    erased: Literal[True]
    client_id: str
    edited_at: str
    earlier: list[EarlierText]
    deleted_at: str
    undone_at: str
    delivery: MessageDelivery
    received_at: str
    seen_at: str


class MessageButton(TypedDict):
    id: str
    text: str


class _MessageCreatedRequired(TypedDict):
    event_name: Literal["message_created"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agent: WebhookAgent
    chat_message: WebhookChatMessage


class MessageCreated(_MessageCreatedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]


class _MessageCreatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["message_created"]
    data: MessageCreatedFrameData


class MessageCreatedFrame(_MessageCreatedFrameRequired, total=False):
    chat_id: int


class MessageCreatedFrameData(TypedDict):
    message: Message


class _MessageDeliveryRequired(TypedDict):
    id: int
    state: Literal["pending", "delivered", "failed"]
    attempts: int
    error: ErrorDetail | None
    next_at: str | None


class MessageDelivery(_MessageDeliveryRequired, total=False):
    unconfirmed: bool
    failed_recipients: list[FailedRecipient]


class _MessageDeliveryFailedRequired(TypedDict):
    event_name: Literal["message_delivery_failed"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    chat_id: int
    agent: WebhookAgent
    chat_message: WebhookChatMessage
    delivery: WebhookFailedDelivery


class MessageDeliveryFailed(_MessageDeliveryFailedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]


class _MessageEmailRequired(TypedDict):
    subject: str
    to: list[EmailRecipient]
    cc: list[EmailRecipient]
    bcc: list[EmailRecipient]


class MessageEmail(_MessageEmailRequired, total=False):
    quotes: int
    attach: list[int]


MessageOrigin = TypedDict(
    "MessageOrigin",
    {
        "subject": "str",
        "from": "str",
        "from_name": "str",
        "reply_to": "list[EmailAddress]",
        "to": "list[EmailAddress]",
        "cc": "list[EmailAddress]",
        "other_sender": "bool",
        "verified": "bool",
        "automatic": "bool",
        "forwarded": "bool",
        "referral": "str",
        "quote": "str",
        "signature": "str",
        "faults": "list[str]",
        "charset": "str",
        "original_path": "str",
    },
    total=False,
)


class _MessageReferenceRequired(TypedDict):
    kind: Literal["message", "product", "reaction"]


class MessageReference(_MessageReferenceRequired, total=False):
    seq: int
    text: str
    author: str
    product: MessageReferenceProduct


class _MessageReferenceProductRequired(TypedDict):
    id: str


class MessageReferenceProduct(_MessageReferenceProductRequired, total=False):
    title: str


class MessageTemplate(TypedDict):
    name: str
    language: str
    parameters: dict[str, str]


class _MessageUpdatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["message_updated"]
    data: MessageUpdatedFrameData


class MessageUpdatedFrame(_MessageUpdatedFrameRequired, total=False):
    chat_id: int


class MessageUpdatedFrameData(TypedDict):
    message: Message


class Messages(TypedDict):
    items: list[Message]
    next_cursor: str | None


class MySecurity(TypedDict):
    required_from: str | None
    limited: bool
    has_password: bool
    totp: bool
    recovery_codes: int
    passkeys: list[MySecurityPasskeys]


class MySecurityPasskeys(TypedDict):
    id: int
    name: str
    created_at: str
    last_used_at: str | None


class NamedRef(TypedDict):
    id: int
    name: str


class NewAccount(TypedDict):
    name: str
    owner: NewAccountOwner


class _NewAccountOwnerRequired(TypedDict):
    name: str
    email: str


class NewAccountOwner(_NewAccountOwnerRequired, total=False):
    password: str


class _NewApiKeyRequired(TypedDict):
    name: str


class NewApiKey(_NewApiKeyRequired, total=False):
    operator_id: int
    scopes: list[str]
    expires_at: str | None


class _NewBlockListEntryRequired(TypedDict):
    kind: BlockListKind
    value: str


class NewBlockListEntry(_NewBlockListEntryRequired, total=False):
    channel_id: int
    until: str | None
    reason: str | None


class NewBot(TypedDict, total=False):
    provider_id: str
    token: str
    name: str
    endpoint_url: str
    photo: str | None
    enabled: bool
    channels: list[int] | None
    invite_wait_s: int
    silent_s: int
    sends_chat_closed: bool
    sends_button_text: bool
    answers_settle: bool
    append_token: bool
    authorization: NewBotAuthorization | None


class _NewBotAuthorizationRequired(TypedDict):
    token_url: str
    client_id: str


class NewBotAuthorization(_NewBotAuthorizationRequired, total=False):
    client_secret: str
    scope: str | None
    client_auth: ClientAuth


class _NewBotProviderRequired(TypedDict):
    name: str
    contact: str


class NewBotProvider(_NewBotProviderRequired, total=False):
    endpoint_url: str
    scope: ProviderScope
    account_id: int


class _NewCallRequired(TypedDict):
    chat_id: int


class NewCall(_NewCallRequired, total=False):
    phone: str


class _NewCannedReplyRequired(TypedDict):
    scope: ReplyScope
    shortcut: str
    text: str


class NewCannedReply(_NewCannedReplyRequired, total=False):
    department_id: int | None
    folder: str
    language: str


class _NewChannelRequired(TypedDict):
    name: str
    endpoint_url: str
    operators: list[int]


class NewChannel(_NewChannelRequired, total=False):
    kind: Literal["api"]
    chunked: bool
    append_public_id: bool
    media_as: MediaFormat
    bot_available: bool
    enabled: bool


class _NewConnectorMailRequired(TypedDict):
    kind: Literal["mail"]
    name: str
    operators: list[int]
    settings: dict[str, Any]


class NewConnectorMail(_NewConnectorMailRequired, total=False):
    enabled: bool


class _NewConnectorTelegramRequired(TypedDict):
    kind: Literal["telegram"]
    name: str
    operators: list[int]
    settings: dict[str, Any]


class NewConnectorTelegram(_NewConnectorTelegramRequired, total=False):
    enabled: bool


class _NewConnectorWhatsappRequired(TypedDict):
    kind: Literal["whatsapp"]
    name: str
    operators: list[int]
    settings: dict[str, Any]


class NewConnectorWhatsapp(_NewConnectorWhatsappRequired, total=False):
    enabled: bool


class _NewDepartmentRequired(TypedDict):
    name: str


class NewDepartment(_NewDepartmentRequired, total=False):
    operators: list[int]
    working_hours: WorkingHours | None


class _NewEmailRequired(TypedDict):
    channel_id: int
    email: NewEmailEmail
    text: str


class NewEmail(_NewEmailRequired, total=False):
    upload_ids: list[int]


class _NewEmailEmailRequired(TypedDict):
    to: list[NewEmailRecipient]


class NewEmailEmail(_NewEmailEmailRequired, total=False):
    subject: str
    cc: list[NewEmailRecipient]
    bcc: list[NewEmailRecipient]


class _NewEmailRecipientRequired(TypedDict):
    address: str


class NewEmailRecipient(_NewEmailRecipientRequired, total=False):
    name: str


_NewMailRequired = TypedDict(
    "_NewMailRequired",
    {
        "host": "str",
        "port": "int",
        "tls": "Literal['starttls', 'implicit', 'none']",
        "from": "str",
    },
)

_NewMailOptional = TypedDict(
    "_NewMailOptional",
    {
        "user": "str | None",
        "password": "str | None",
    },
    total=False,
)


class NewMail(_NewMailRequired, _NewMailOptional):
    pass


class _NewMailSignInRequired(TypedDict):
    provider: OAuthProvider


class NewMailSignIn(_NewMailSignInRequired, total=False):
    address: str
    channel_id: int
    draft: str


class _NewMessageRequired(TypedDict):
    kind: Literal["text", "note", "file", "template"]
    client_id: str


class NewMessage(_NewMessageRequired, total=False):
    text: str
    upload_id: int
    template: NewMessageTemplate
    voice: bool
    duration: int
    email: EmailContent
    mentions: list[int]


class NewMessageTemplate(TypedDict):
    name: str
    language: str
    parameters: dict[str, str]


class _NewOAuthClientRequired(TypedDict):
    client_id: str


class NewOAuthClient(_NewOAuthClientRequired, total=False):
    client_secret: str | None
    tenant: str | None
    own: OwnOAuthProvider | None


class _NewOidcProviderRequired(TypedDict):
    name: str
    issuer: str
    client_id: str


class NewOidcProvider(_NewOidcProviderRequired, total=False):
    client_secret: str | None
    domains: list[str]
    role: Literal["admin"] | Literal["developer"] | Literal["operator"] | Literal["viewer"] | None
    account_id: int | None


class _NewOperatorRequired(TypedDict):
    name: str
    email: str
    role: Role


class NewOperator(_NewOperatorRequired, total=False):
    phone: str | None
    photo: str | None
    chat_limit: int
    departments: list[int]
    channels: OperatorChannels
    password: str


class NewPasskey(TypedDict):
    credential: PasskeyAttestation
    name: str


class _NewPushDeviceRequired(TypedDict):
    endpoint: str
    keys: NewPushDeviceKeys
    name: str


class NewPushDevice(_NewPushDeviceRequired, total=False):
    language: InterfaceLanguage
    show_text: bool
    quiet: QuietHours | None


class NewPushDeviceKeys(TypedDict):
    p256dh: str
    auth: str


class NewTag(TypedDict):
    name: str


_NewTriggerRequired = TypedDict(
    "_NewTriggerRequired",
    {
        "name": "str",
        "do": "list[dict[str, Any]]",
    },
)

_NewTriggerOptional = TypedDict(
    "_NewTriggerOptional",
    {
        "enabled": "bool",
        "once": "TriggerFrequency",
        "if": "dict[str, Any] | None",
        "channels": "list[int] | None",
    },
    total=False,
)


class NewTrigger(_NewTriggerRequired, _NewTriggerOptional):
    pass


class _NewWebhookRequired(TypedDict):
    url: str


class NewWebhook(_NewWebhookRequired, total=False):
    enabled: bool
    events: list[WebhookEvent]
    channels: list[int] | None
    departments: list[int] | None
    message_text: bool
    blocks: list[WebhookBlock]
    name: str
    rating_wait_s: int


class _NewWidgetRequired(TypedDict):
    kind: Literal["widget"]
    name: str
    operators: list[int]


class NewWidget(_NewWidgetRequired, total=False):
    enabled: bool
    widget: WidgetSettingsPatch


class NodeHealth(TypedDict):
    id: int
    is_current: bool
    state: Literal["ready", "not_ready", "stopping", "silent"]
    version: str | None
    started_at: str | None
    host: str | None
    sockets: int | None
    problems: list[Finding]


class OAuthClient(TypedDict):
    provider: OAuthProvider
    client_id: str
    tenant: str | None
    own: OwnOAuthProvider | None
    has_secret: bool
    managed: bool


class OAuthClients(TypedDict):
    items: list[OAuthClient]
    redirect_uri: str


class _OfflineAnswerRequired(TypedDict):
    at: str
    by: NamedRef
    via: Literal["mail", "chat"]


class OfflineAnswer(_OfflineAnswerRequired, total=False):
    to: str
    subject: str
    text: str
    quoted: bool
    delivery_id: int
    chat_id: int


class OfflineChat(TypedDict):
    chat_id: int
    offline_message: OfflineMessageWithDeliveries


class _OfflineMailRequired(TypedDict):
    subject: str
    text: str


class OfflineMail(_OfflineMailRequired, total=False):
    quote: bool


class _OfflineMessageRequired(TypedDict):
    id: int
    visitor: Visitor
    channel: ChatChannel
    contacts: OfflineMessageContacts
    text: str
    department: NamedRef | None
    page: VisitedPage | None
    session: VisitSource | None
    state: Literal["new", "taken", "done"]
    operator: NamedRef | None
    created_at: str


class OfflineMessage(_OfflineMessageRequired, total=False):
    answers: list[OfflineAnswer]


class OfflineMessageContacts(TypedDict):
    name: str
    email: str
    phone: str


class _OfflineMessageEventRequired(TypedDict):
    event_name: Literal["offline_message"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    offline_message_id: str
    message: str
    timestamp: int


class OfflineMessageEvent(_OfflineMessageEventRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]


class _OfflineMessageUpdatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["offline_message_updated"]
    data: OfflineMessageUpdatedFrameData


class OfflineMessageUpdatedFrame(_OfflineMessageUpdatedFrameRequired, total=False):
    chat_id: int


class OfflineMessageUpdatedFrameData(TypedDict):
    offline_message: OfflineMessage


class _OfflineMessageWithDeliveriesRequired(TypedDict):
    id: int
    visitor: Visitor
    channel: ChatChannel
    contacts: OfflineMessageWithDeliveriesContacts
    text: str
    department: NamedRef | None
    page: VisitedPage | None
    session: VisitSource | None
    state: Literal["new", "taken", "done"]
    operator: NamedRef | None
    created_at: str
    deliveries: list[Delivery | None]


class OfflineMessageWithDeliveries(_OfflineMessageWithDeliveriesRequired, total=False):
    answers: list[OfflineAnswer]


class OfflineMessageWithDeliveriesContacts(TypedDict):
    name: str
    email: str
    phone: str


class OfflineMessages(TypedDict):
    items: list[OfflineMessageWithDeliveries]
    next_cursor: str | None


class OidcProvider(TypedDict):
    id: str
    name: str
    issuer: str
    client_id: str
    domains: list[str]
    role: Literal["admin"] | Literal["developer"] | Literal["operator"] | Literal["viewer"] | None
    account_id: int | None
    has_secret: bool
    managed: bool


class OidcProviderPatch(TypedDict, total=False):
    name: str
    issuer: str
    client_id: str
    client_secret: str | None
    domains: list[str]
    role: Literal["admin"] | Literal["developer"] | Literal["operator"] | Literal["viewer"] | None
    account_id: int | None


class OidcProviders(TypedDict):
    items: list[OidcProvider]
    redirect_uri: str


class _OidcStartRequired(TypedDict):
    provider: str


class OidcStart(_OidcStartRequired, total=False):
    again: bool


class Operator(TypedDict):
    id: int
    name: str
    email: str
    phone: str | None
    photo: str | None
    role: Role
    instance_owner: bool
    presence: Presence
    active: bool
    chat_limit: int
    created_at: str
    managed: bool


class _OperatorEntryRequired(TypedDict):
    id: int
    name: str
    email: str
    phone: str | None
    photo: str | None
    role: Role
    instance_owner: bool
    presence: Presence
    active: bool
    chat_limit: int
    created_at: str
    managed: bool
    departments: list[int]
    channels: OperatorChannels


class OperatorEntry(_OperatorEntryRequired, total=False):
    invite_expires_at: str


class _OperatorInvitedRequired(TypedDict):
    id: int
    name: str
    email: str
    phone: str | None
    photo: str | None
    role: Role
    instance_owner: bool
    presence: Presence
    active: bool
    chat_limit: int
    created_at: str
    managed: bool
    departments: list[int]
    channels: OperatorChannels


class OperatorInvited(_OperatorInvitedRequired, total=False):
    invite_expires_at: str
    invite_url: str
    mailed: OperatorInvitedMailed


class OperatorInvitedMailed(TypedDict):
    ok: bool
    message: str


class OperatorPatch(TypedDict, total=False):
    name: str
    email: str
    phone: str | None
    photo: str | None
    role: Role
    chat_limit: int
    departments: list[int]
    channels: OperatorChannels
    active: Literal[True]


class Operators(TypedDict):
    items: list[OperatorEntry]
    next_cursor: str | None


class OwnOAuthProvider(TypedDict):
    name: str
    authorization_url: str
    token_url: str
    scopes: str


class _OwnPresenceRequired(TypedDict):
    id: int
    name: str
    email: str
    phone: str | None
    photo: str | None
    role: Role
    instance_owner: bool
    presence: Presence
    active: bool
    chat_limit: int
    created_at: str
    managed: bool


class OwnPresence(_OwnPresenceRequired, total=False):
    presence_reason: Literal["no_socket"]


class PagesWithOwnRules(TypedDict):
    pages: list[PagesWithOwnRulesPages]


class PagesWithOwnRulesPages(TypedDict):
    channel_id: int
    url: str
    at: str


class PasskeyAssertion(TypedDict):
    id: str
    rawId: str
    type: Literal["public-key"]
    response: PasskeyAssertionResponse


class _PasskeyAssertionResponseRequired(TypedDict):
    clientDataJSON: str
    authenticatorData: str
    signature: str


class PasskeyAssertionResponse(_PasskeyAssertionResponseRequired, total=False):
    userHandle: str | None


class PasskeyAttestation(TypedDict):
    id: str
    rawId: str
    type: Literal["public-key"]
    response: PasskeyAttestationResponse


class _PasskeyAttestationResponseRequired(TypedDict):
    clientDataJSON: str
    attestationObject: str


class PasskeyAttestationResponse(_PasskeyAttestationResponseRequired, total=False):
    transports: list[str]


class PasskeyChallenge(TypedDict):
    options: dict[str, Any]


class PasskeyPatch(TypedDict):
    name: str


class PasswordReset(TypedDict):
    email: str


class Person(TypedDict):
    members: list[PersonVisitor]
    names: list[PersonValue]
    emails: list[PersonValue]
    phones: list[PersonValue]
    descriptions: list[PersonValue]
    merges: list[VisitorMerge]


class _PersonValueRequired(TypedDict):
    value: str
    source: Source
    at: str
    visitor: int


class PersonValue(_PersonValueRequired, total=False):
    by: NamedRef


class _PersonVisitorRequired(TypedDict):
    number: int
    id: int
    name: Contact | None
    phone: Contact | None
    email: Contact | None
    description: Contact | None
    photo: str | None
    customer: str | None
    created_at: str
    last_seen_at: str | None
    chat: LatestChat | None
    chats: int
    blocked: bool
    channel: ChatChannel


class PersonVisitor(_PersonVisitorRequired, total=False):
    consent: Consent
    page: VisitedPage
    came_from: str
    erased: Literal[True]


class _PostponedCallRequired(TypedDict):
    due_at: str


class PostponedCall(_PostponedCallRequired, total=False):
    reason: Literal["no_answer_client", "busy"]


class PresenceChoice(TypedDict):
    status: Presence


class PushDevice(TypedDict):
    id: int
    name: str
    here: bool
    language: InterfaceLanguage
    show_text: bool
    quiet: QuietHours | None
    created_at: str
    last_success_at: str | None
    last_failure: LastFailure | None


class PushDevices(TypedDict):
    items: list[PushDevice]


class PushKey(TypedDict):
    public_key: str


class PushTest(TypedDict):
    outcome: Outcome
    status: int | None
    duration_ms: int


class Queue(TypedDict):
    place: int
    of: int
    expected_s: int | None


QuietHours = TypedDict(
    "QuietHours",
    {
        "from": "str",
        "to": "str",
        "timezone": "str",
    },
)


class Reachability(TypedDict):
    operator_id: int
    devices: int
    last_success_at: str | None
    self_test: ReachabilitySelfTest | None


class ReachabilitySelfTest(TypedDict):
    at: str
    broken: list[str]


class ReachabilityList(TypedDict):
    items: list[Reachability]


class _ReadMarkRequired(TypedDict):
    seq: int


class ReadMark(_ReadMarkRequired, total=False):
    unread: bool


class Reauthentication(TypedDict, total=False):
    password: str
    passkey: PasskeyAssertion
    code: str


class ReauthenticationMethods(TypedDict):
    password: bool
    code: bool
    passkey: dict[str, Any] | None
    confirmed_until: str | None


class ReceivedReply(TypedDict):
    headers: dict[str, str]
    body: str


class _ReplayRequired(TypedDict):
    endpoint: int


class Replay(_ReplayRequired, total=False):
    since: str
    until: str
    ids: list[int]


class ReplayResult(TypedDict):
    count: int
    replayed: int
    left: int


class Report(TypedDict):
    timezone: str
    working_hours: bool
    now: ReportNow
    before: ReportBefore | None
    hours: list[ReportHours]
    weekdays: list[int]
    channels: list[ReportChannels]
    departments: list[ReportDepartments]
    people: list[ReportPeople]


ReportNow = TypedDict(
    "ReportNow",
    {
        "from": "str",
        "to": "str",
        "totals": "ReportFigures",
        "days": "list[ReportNowDays]",
    },
)


class ReportNowDays(TypedDict):
    date: str
    open: bool
    figures: ReportFigures


ReportBefore = TypedDict(
    "ReportBefore",
    {
        "from": "str",
        "to": "str",
        "totals": "ReportFigures",
        "days": "list[ReportBeforeDays]",
    },
)


class ReportBeforeDays(TypedDict):
    date: str
    open: bool
    figures: ReportFigures


class ReportHours(TypedDict):
    weekday: int
    hour: int
    chats: int
    missed: int
    answer_median_s: int | None
    calls: int


class ReportChannels(TypedDict):
    id: int | None
    name: str | None
    figures: ReportFigures


class ReportDepartments(TypedDict):
    id: int | None
    name: str | None
    figures: ReportFigures


class ReportPeople(TypedDict):
    kind: Literal["operator", "bot", "none"]
    id: int | None
    name: str | None
    figures: ReportFigures


class ReportChats(TypedDict):
    items: list[ReportChatsItems]
    next_cursor: str | None


class ReportChatsItems(TypedDict):
    chat: Chat
    at: str
    answer_s: int | None
    duration_s: int | None


class ReportFigures(TypedDict):
    chats: int
    begun: int
    missed: int
    missed_outside_hours: int
    replied: int
    answered: int
    answer_median_s: int | None
    answer_p90_s: int | None
    closed: int
    duration_median_s: int | None
    rated: int
    positive: int
    negative: int
    commented: int
    by_bot: int
    calls: int
    calls_reached: int


class _ResetLinkRequired(TypedDict):
    reset_url: str
    expires_at: str


class ResetLink(_ResetLinkRequired, total=False):
    mailed: ResetLinkMailed


class ResetLinkMailed(TypedDict):
    ok: bool
    message: str


class ResponseUsage(TypedDict):
    taken: list[ResponseUsageTaken]
    ignored: list[ResponseUsageIgnored]
    ignored_count: int


class _ResponseUsageTakenRequired(TypedDict):
    field: str


class ResponseUsageTaken(_ResponseUsageTakenRequired, total=False):
    rows: int


class ResponseUsageIgnored(TypedDict):
    field: str
    reason: IgnoredReason


class Retention(TypedDict):
    days: RetentionDays
    usual: RetentionDays
    managed: list[str]


class RetentionDays(TypedDict):
    chats_days: int
    files_days: int
    visits_days: int
    addresses_days: int
    deliveries_days: int
    audit_days: int
    log_days: int


class RetentionPatch(TypedDict, total=False):
    chats_days: int | None
    files_days: int | None
    visits_days: int | None
    addresses_days: int | None
    deliveries_days: int | None
    audit_days: int | None
    log_days: int | None


class RetentionPreview(TypedDict):
    items: list[RetentionPreviewItems]


class RetentionPreviewItems(TypedDict):
    kind: str
    count: int
    oldest_at: str | None
    examples: list[str]


class RetentionPreviewQuery(TypedDict, total=False):
    chats_days: int
    files_days: int
    visits_days: int
    addresses_days: int
    deliveries_days: int
    audit_days: int
    log_days: int


class Rotate(TypedDict):
    what: Literal["address", "secret"]


class Routing(TypedDict):
    mode: Literal["all", "round_robin", "least_busy", "last_operator"]
    offer_s: int
    next_s: int
    department_s: int
    channel_s: int
    push_s: int
    mail_s: int
    visitor_s: int
    remind_s: int
    notify_outside_hours: bool
    grace_s: int
    reassign_s: int
    inactivity_s: int
    mail_inactivity_s: int
    messenger_inactivity_s: int
    queue: bool
    warn_s: int
    overdue_s: int
    ring_order: Literal["longest", "newest"]
    after_close: Literal["waiting", "mine", "stay"]
    managed: bool


class RoutingPatch(TypedDict, total=False):
    mode: Literal["all", "round_robin", "least_busy", "last_operator"]
    offer_s: int
    next_s: int
    department_s: int
    channel_s: int
    push_s: int
    mail_s: int
    visitor_s: int
    remind_s: int
    notify_outside_hours: bool
    grace_s: int
    reassign_s: int
    inactivity_s: int
    mail_inactivity_s: int
    messenger_inactivity_s: int
    queue: bool
    warn_s: int
    overdue_s: int
    ring_order: Literal["longest", "newest"]
    after_close: Literal["waiting", "mine", "stay"]


class Samples(TypedDict):
    items: list[SamplesItems]


class SamplesItems(TypedDict):
    kind: Literal["bot", "webhook"]
    event: str
    sample: dict[str, Any]


class SearchHit(TypedDict):
    seq: int
    author: Author
    kind: MessageKind
    file: bool
    created_at: str
    excerpt: list[ExcerptPiece]


class _SearchResultRequired(TypedDict):
    items: list[ChatHit]
    next_cursor: str | None


class SearchResult(_SearchResultRequired, total=False):
    people: SearchResultPeople
    chats: SearchResultChats


class SearchResultPeople(TypedDict):
    items: list[VisitorHit]
    count: int


class SearchResultChats(TypedDict):
    items: list[ChatHit]
    count: int


class SecondFactorRequired(TypedDict):
    second_step: SecondFactorRequiredSecondStep


class SecondFactorRequiredSecondStep(TypedDict):
    methods: list[Literal["totp", "recovery", "passkey"]]
    passkey: dict[str, Any] | None


class SecurityPolicy(TypedDict):
    second_factor: Literal["optional", "required"]
    required_from: str | None
    without: list[NamedRef]
    managed: bool


class _SecurityPolicyPatchRequired(TypedDict):
    second_factor: Literal["optional", "required"]


class SecurityPolicyPatch(_SecurityPolicyPatchRequired, total=False):
    grace_days: int


class _SecurityWithCodesRequired(TypedDict):
    security: MySecurity


class SecurityWithCodes(_SecurityWithCodesRequired, total=False):
    recovery_codes: list[str]


class SelfTest(TypedDict):
    broken: list[Literal["sound", "notification", "push", "badge", "connection"]]


class SentRequest(TypedDict):
    url: str
    headers: dict[str, str]
    body: str


class SessionEntry(TypedDict):
    id: int
    operator: NamedRef
    current: bool
    method: Literal["password", "passkey", "oidc"]
    strong: bool
    address: str
    place: SessionEntryPlace
    user_agent: str
    created_at: str
    last_seen_at: str


class SessionEntryPlace(TypedDict):
    country: str
    city: str


class Sessions(TypedDict):
    items: list[SessionEntry]


class _SettingsChangedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["settings_changed"]
    data: SettingsChangedFrameData


class SettingsChangedFrame(_SettingsChangedFrameRequired, total=False):
    chat_id: int


class SettingsChangedFrameData(TypedDict):
    kind: str
    id: int | None


class Setup(TypedDict):
    token: str
    name: str
    email: str
    password: str
    account: str


class SetupState(TypedDict):
    needed: bool


class SharedContact(TypedDict):
    kind: Literal["email", "phone"]
    value: str
    source: Source
    other_source: Source


class SignIn(TypedDict, total=False):
    email: str
    password: str
    code: str
    passkey: PasskeyAssertion
    oidc: str
    beside: bool
    language: InterfaceLanguage


class SignInEntry(TypedDict):
    id: int
    operator: NamedRef
    at: str
    method: Literal["password", "passkey", "oidc"]
    ok: bool
    address: str
    place: SignInEntryPlace
    user_agent: str


class SignInEntryPlace(TypedDict):
    country: str
    city: str


class SignInLog(TypedDict):
    items: list[SignInEntry]
    next_cursor: str | None


class SignInMethods(TypedDict):
    reset_by_mail: bool
    providers: list[SignInMethodsProviders]


class SignInMethodsProviders(TypedDict):
    id: str
    name: str


class SignedIn(TypedDict):
    operator: Operator


class StorageFigures(TypedDict):
    visitors: int
    chats: int
    messages: int
    files: int
    file_bytes: int
    visits: int
    oldest_at: str | None


class _SystemMessageDataRequired(TypedDict):
    code: str


class SystemMessageData(_SystemMessageDataRequired, total=False):
    by: NamedRef | None
    detail: str
    to: NamedRef | None
    assignment: Assignment


class Tag(TypedDict):
    id: int
    name: str
    created_at: str
    managed: bool


class Tags(TypedDict):
    items: list[Tag]
    next_cursor: str | None


class TestAttempt(TypedDict):
    outcome: Outcome
    status: int | None
    duration_ms: int
    error: ErrorDetail | None
    request: SentRequest | None
    reply: ReceivedReply | None


class _TestBotRequired(TypedDict):
    event: BotTestEvent


class TestBot(_TestBotRequired, total=False):
    sample: dict[str, Any]


class _TestWebhookRequired(TypedDict):
    event: WebhookEvent


class TestWebhook(_TestWebhookRequired, total=False):
    sample: dict[str, Any]


class TotpCode(TypedDict):
    code: str


class TotpSecret(TypedDict):
    secret: str
    uri: str


class Transfer(TypedDict):
    by: NamedRef
    to: NamedRef
    comment: str | None
    until: str


class TransferChat(TypedDict, total=False):
    operator_id: int
    department_id: int
    comment: str | None
    assign: bool


Trigger = TypedDict(
    "Trigger",
    {
        "id": "int",
        "name": "str",
        "enabled": "bool",
        "once": "TriggerFrequency",
        "if": "dict[str, Any] | None",
        "do": "list[dict[str, Any]]",
        "channels": "list[int] | None",
        "managed": "bool",
        "created_at": "str",
        "updated_at": "str",
    },
)


_TriggerDryRunRequired = TypedDict(
    "_TriggerDryRunRequired",
    {
        "if": "dict[str, Any] | None",
    },
)

_TriggerDryRunOptional = TypedDict(
    "_TriggerDryRunOptional",
    {
        "channels": "list[int] | None",
    },
    total=False,
)


class TriggerDryRun(_TriggerDryRunRequired, _TriggerDryRunOptional):
    pass


TriggerDryRunResult = TypedDict(
    "TriggerDryRunResult",
    {
        "visitors": "list[TriggerDryRunResultVisitors]",
        "conditions": "list[int | None]",
        "from": "str | None",
        "to": "str | None",
    },
)


class TriggerDryRunResultVisitors(TypedDict):
    number: int
    name: str | None
    at: str
    language: str
    result: Literal["fires", "maybe", "short", "no", "chat"]
    url: str
    title: str
    time_on_page: int
    missing: list[TriggerDryRunResultVisitorsMissing]


class TriggerDryRunResultVisitorsMissing(TypedDict):
    condition: dict[str, Any]
    seen: Any


TriggerPatch = TypedDict(
    "TriggerPatch",
    {
        "name": "str",
        "enabled": "bool",
        "once": "TriggerFrequency",
        "if": "dict[str, Any] | None",
        "do": "list[dict[str, Any]]",
        "channels": "list[int] | None",
    },
    total=False,
)


class Triggers(TypedDict):
    items: list[Trigger]
    next_cursor: str | None


class Typing(TypedDict):
    typing: bool


class _UploadRequired(TypedDict):
    id: int
    name: str
    size: int
    type: str
    url: str


class Upload(_UploadRequired, total=False):
    width: int
    height: int
    thumb_url: str


class UseReplyTo(TypedDict):
    used: bool


class Visit(TypedDict):
    id: int
    channel: ChatChannel
    started_at: str
    last_at: str
    pages: int
    trail: list[VisitTrail]
    first_url: str
    referrer: str
    session: VisitSource


class VisitTrail(TypedDict):
    url: str
    title: str
    at: str


class _VisitSourceRequired(TypedDict):
    geoip: VisitSourceGeoip
    utm: VisitSourceUtm
    ip_addr: str
    user_agent: str
    analytics: VisitSourceAnalytics


class VisitSource(_VisitSourceRequired, total=False):
    language: str


class VisitSourceGeoip(TypedDict):
    region_code: str
    country: str
    country_code: str
    region: str
    city: str
    latitude: str
    longitude: str
    organization: str


class VisitSourceUtm(TypedDict):
    source: str
    medium: str
    content: str
    campaign: str
    term: str


class VisitSourceAnalytics(TypedDict, total=False):
    ga: str
    ym: str


class VisitedPage(TypedDict):
    url: str
    title: str | None


class _VisitorRequired(TypedDict):
    number: int
    id: int
    name: Contact | None
    phone: Contact | None
    email: Contact | None
    description: Contact | None
    photo: str | None
    customer: str | None
    created_at: str


class Visitor(_VisitorRequired, total=False):
    consent: Consent
    page: VisitedPage
    came_from: str
    erased: Literal[True]


class _VisitorCreatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["visitor_created"]
    data: VisitorCreatedFrameData


class VisitorCreatedFrame(_VisitorCreatedFrameRequired, total=False):
    chat_id: int


class VisitorCreatedFrameData(TypedDict):
    visitor: Visitor


class VisitorHit(TypedDict):
    visitor: VisitorWithActivity
    channel: ChatChannel
    exact: bool
    data: VisitorHitData | None


class VisitorHitData(TypedDict):
    title: str | None
    content: str


class VisitorMatch(TypedDict):
    visitor: PersonVisitor
    contacts: list[SharedContact]


class VisitorMatches(TypedDict):
    items: list[VisitorMatch]


class VisitorMerge(TypedDict):
    visitor: int
    other: int
    by: NamedRef | None
    at: str


class _VisitorOnlineRequired(TypedDict):
    number: int
    id: int
    name: Contact | None
    phone: Contact | None
    email: Contact | None
    description: Contact | None
    photo: str | None
    customer: str | None
    created_at: str
    last_seen_at: str | None
    chat: LatestChat | None
    chats: int
    blocked: bool
    state: Literal["browsing", "invited", "chatting"]
    channel: ChatChannel
    since: str
    visits: int
    pages: int
    trail: list[VisitorOnlineTrail]
    referrer: str
    session: VisitSource
    invitation: VisitorOnlineInvitation | None


class VisitorOnline(_VisitorOnlineRequired, total=False):
    consent: Consent
    page: VisitedPage
    came_from: str
    erased: Literal[True]


class VisitorOnlineTrail(TypedDict):
    url: str
    title: str
    at: str


class VisitorOnlineInvitation(TypedDict):
    text: str
    at: str
    state: Literal["sent", "shown", "opened", "declined"]
    by: Literal["script", "rule", "operator"]
    operator: NamedRef | None


class VisitorPatch(TypedDict, total=False):
    name: str | None
    phone: str | None
    email: str | None
    description: str | None


class _VisitorProfileRequired(TypedDict):
    number: int
    id: int
    name: Contact | None
    phone: Contact | None
    email: Contact | None
    description: Contact | None
    photo: str | None
    customer: str | None
    created_at: str
    last_seen_at: str | None
    chat: LatestChat | None
    chats: int
    blocked: bool
    person: Person | None


class VisitorProfile(_VisitorProfileRequired, total=False):
    consent: Consent
    page: VisitedPage
    came_from: str
    erased: Literal[True]


class _VisitorUpdatedRequired(TypedDict):
    event_name: Literal["visitor_updated"]
    widget_id: str
    event_timestamp: int
    visitor: WebhookVisitor
    session: WebhookSession
    page: WebhookPage
    changes: list[WebhookVisitorChange]


class VisitorUpdated(_VisitorUpdatedRequired, total=False):
    user_token: str
    department: WebhookDepartment
    analytics: WebhookAnalytics
    tags: list[WebhookTag]
    invitation: str
    custom_data: list[WebhookCustomData]
    chat_id: int
    agent: WebhookAgent


class _VisitorUpdatedFrameRequired(TypedDict):
    type: Literal["event"]
    position: int
    at: str
    name: Literal["visitor_updated"]
    data: VisitorUpdatedFrameData


class VisitorUpdatedFrame(_VisitorUpdatedFrameRequired, total=False):
    chat_id: int


class VisitorUpdatedFrameData(TypedDict):
    visitor: Visitor


class _VisitorWithActivityRequired(TypedDict):
    number: int
    id: int
    name: Contact | None
    phone: Contact | None
    email: Contact | None
    description: Contact | None
    photo: str | None
    customer: str | None
    created_at: str
    last_seen_at: str | None
    chat: LatestChat | None
    chats: int
    blocked: bool


class VisitorWithActivity(_VisitorWithActivityRequired, total=False):
    consent: Consent
    page: VisitedPage
    came_from: str
    erased: Literal[True]


class Visitors(TypedDict):
    items: list[VisitorWithActivity]
    next_cursor: str | None


class VisitorsOnline(TypedDict):
    items: list[VisitorOnline]
    total: int


class Visits(TypedDict):
    items: list[Visit]
    next_cursor: str | None


class Webhook(TypedDict):
    id: int
    name: str
    endpoint_id: int
    url: str
    enabled: bool
    events: list[WebhookEvent]
    channels: list[int] | None
    departments: list[int] | None
    blocks: list[WebhookBlock]
    message_text: bool
    rating_wait_s: int
    off: WebhookOff | None
    secret_hint: str
    secret_created_at: str | None
    last_used_at: str | None
    last_success_at: str | None
    last_failure: LastFailure | None
    created_at: str
    managed: bool


class WebhookOff(TypedDict):
    at: str
    reason: str | None


class WebhookAgent(TypedDict):
    id: str
    name: str
    email: str
    phone: str


class WebhookAnalytics(TypedDict, total=False):
    ga: str
    ym: str


class _WebhookCallRequired(TypedDict):
    type: Literal["callback", "incoming", "outgoing"]
    phone: str
    status: Literal["start", "agent_connected", "client_connected", "end", "error"]


class WebhookCall(_WebhookCallRequired, total=False):
    reason: str
    record_url: str


class WebhookCampaign(TypedDict):
    source: str
    campaign: str
    content: str
    medium: str
    term: str


class _WebhookChatRequired(TypedDict):
    messages: list[WebhookMessage]
    rate: Literal["positive", "negative"] | None
    blacklisted: bool


class WebhookChat(_WebhookChatRequired, total=False):
    invitation: str
    invite_timestamp: int
    truncated: Literal[True]


class _WebhookChatMessageRequired(TypedDict):
    id: int
    seq: int
    type: Literal["visitor", "agent", "bot", "system"]
    kind: Literal["text", "media", "buttons", "markdown"]
    timestamp: int
    name: str


class WebhookChatMessage(_WebhookChatMessageRequired, total=False):
    agent_id: int
    message: str
    refers_to: WebhookChatMessageRefersTo
    quoted: str
    subject: str
    recipients: WebhookChatMessageRecipients
    code: str


class _WebhookChatMessageRefersToRequired(TypedDict):
    kind: Literal["message", "product", "reaction"]


class WebhookChatMessageRefersTo(_WebhookChatMessageRefersToRequired, total=False):
    seq: int
    text: str
    author: str
    product: WebhookChatMessageRefersToProduct


class _WebhookChatMessageRefersToProductRequired(TypedDict):
    id: str


class WebhookChatMessageRefersToProduct(_WebhookChatMessageRefersToProductRequired, total=False):
    title: str


class WebhookChatMessageRecipients(TypedDict):
    to: list[WebhookChatMessageRecipientsTo]
    cc: list[WebhookChatMessageRecipientsCc]


class WebhookChatMessageRecipientsTo(TypedDict):
    address: str
    name: str


class WebhookChatMessageRecipientsCc(TypedDict):
    address: str
    name: str


class _WebhookCustomDataRequired(TypedDict):
    title: str
    content: str
    source: Literal["webhook", "page"]


class WebhookCustomData(_WebhookCustomDataRequired, total=False):
    link: str
    key: str


class _WebhookDataReplyRequired(TypedDict):
    result: str


class WebhookDataReply(_WebhookDataReplyRequired, total=False):
    custom_data: list[WebhookDataReplyCustomData]
    contact_info: WebhookDataReplyContactInfo
    enable_assign: bool
    crm_link: str
    page: WebhookDataReplyPage


class WebhookDataReplyCustomData(TypedDict, total=False):
    title: str
    content: str
    key: str
    link: str


class WebhookDataReplyContactInfo(TypedDict, total=False):
    name: str
    phone: str
    email: str


class _WebhookDataReplyPageRequired(TypedDict):
    url: str


class WebhookDataReplyPage(_WebhookDataReplyPageRequired, total=False):
    title: str


class WebhookDepartment(TypedDict):
    id: int
    name: str


class WebhookFailedDelivery(TypedDict):
    id: int
    to: Literal["channel", "bot", "mail"]
    attempts: int
    code: str


class WebhookGeoip(TypedDict):
    region_code: str
    country: str
    country_code: str
    region: str
    city: str
    latitude: str
    longitude: str
    organization: str


class _WebhookMessageRequired(TypedDict):
    message: str
    timestamp: int
    type: Literal["visitor", "agent"]


class WebhookMessage(_WebhookMessageRequired, total=False):
    agent_id: int
    blacklisted: Literal[True]


class WebhookPage(TypedDict):
    url: str
    title: str


class WebhookPatch(TypedDict, total=False):
    url: str
    enabled: bool
    events: list[WebhookEvent]
    channels: list[int] | None
    departments: list[int] | None
    message_text: bool
    blocks: list[WebhookBlock]
    name: str
    rating_wait_s: int


class WebhookReply(TypedDict):
    result: str


class WebhookSession(TypedDict):
    geoip: WebhookGeoip
    utm: str
    utm_json: WebhookCampaign
    ip_addr: str
    user_agent: str


class WebhookSocialProfile(TypedDict, total=False):
    id: str
    name: str
    url: str


class WebhookTag(TypedDict):
    id: int
    title: str


class WebhookTestAttempt(TypedDict):
    outcome: Outcome
    status: int | None
    duration_ms: int
    error: ErrorDetail | None
    request: SentRequest | None
    reply: ReceivedReply | None
    result_ok: bool
    data: AppliedReplyData | None
    note: ErrorDetail | None


class WebhookVisitor(TypedDict):
    name: str
    email: str
    phone: str
    number: str
    description: str
    social: dict[str, WebhookSocialProfile]
    chats_count: int


class _WebhookVisitorChangeRequired(TypedDict):
    field: Literal["name", "email", "phone", "description"]
    by: Literal["visitor", "signed", "page", "channel", "webhook", "operator"]


class WebhookVisitorChange(_WebhookVisitorChangeRequired, total=False):
    agent_id: int


class _WebhookWithSecretRequired(TypedDict):
    id: int
    name: str
    endpoint_id: int
    url: str
    enabled: bool
    events: list[WebhookEvent]
    channels: list[int] | None
    departments: list[int] | None
    blocks: list[WebhookBlock]
    message_text: bool
    rating_wait_s: int
    off: WebhookWithSecretOff | None
    secret_hint: str
    secret_created_at: str | None
    last_used_at: str | None
    last_success_at: str | None
    last_failure: LastFailure | None
    created_at: str
    managed: bool


class WebhookWithSecret(_WebhookWithSecretRequired, total=False):
    signing_secret: str


class WebhookWithSecretOff(TypedDict):
    at: str
    reason: str | None


class Webhooks(TypedDict):
    items: list[Webhook]
    next_cursor: str | None


class Week(TypedDict, total=False):
    mon: list[str]
    tue: list[str]
    wed: list[str]
    thu: list[str]
    fri: list[str]
    sat: list[str]
    sun: list[str]


class WidgetSettings(TypedDict):
    prefixes: list[str]
    origins: list[str]
    accent: str
    side: Literal["right", "left"]
    offset: int
    offset_bottom: int
    radius: int
    launcher: Literal["round", "pill", "none"]
    header: Literal["colour", "plain"]
    logo: str | None
    show_operators: bool
    scheme: Literal["light", "dark", "page"]
    language: WidgetLanguageCode | None
    texts: WidgetSettingsTexts
    departments: list[int]
    hours: WorkingHours | None
    contacts: WidgetSettingsContacts
    consent_url: str | None
    offline: WidgetSettingsOffline
    calls: bool
    files: bool
    file_kinds: list[Literal["pictures", "audio_video", "pdf", "text", "office", "archives"]]
    rating: bool
    sound: bool
    transcript: bool
    typing_preview: bool
    open_on_reply: bool
    title_badge: bool
    teaser_text: bool
    analytics_ids: bool
    hidden: WidgetSettingsHidden
    invitations: WidgetSettingsInvitations


class WidgetSettingsTexts(TypedDict, total=False):
    en: WidgetTexts
    ru: WidgetTexts
    es: WidgetTexts
    ar: WidgetTexts
    de: WidgetTexts
    fr: WidgetTexts
    pt: WidgetTexts
    tr: WidgetTexts
    uk: WidgetTexts
    zh: WidgetTexts


class WidgetSettingsContacts(TypedDict):
    when: Literal["off", "before", "during"]
    name: FieldMode
    email: FieldMode
    phone: FieldMode
    description: FieldMode


class WidgetSettingsOffline(TypedDict):
    enabled: bool
    name: FieldMode
    email: FieldMode
    phone: FieldMode


class WidgetSettingsHidden(TypedDict):
    urls: list[str]
    countries: list[str]
    devices: list[Literal["desktop", "mobile", "tablet"]]


class WidgetSettingsInvitations(TypedDict):
    per_visit: int
    after_close_min: int


class WidgetSettingsPatch(TypedDict, total=False):
    prefixes: list[str]
    origins: list[str]
    accent: str
    side: Literal["right", "left"]
    offset: int
    offset_bottom: int
    radius: int
    launcher: Literal["round", "pill", "none"]
    header: Literal["colour", "plain"]
    logo: str | None
    show_operators: bool
    scheme: Literal["light", "dark", "page"]
    language: WidgetLanguageCode | None
    texts: WidgetSettingsPatchTexts
    departments: list[int]
    hours: WorkingHours | None
    contacts: WidgetSettingsPatchContacts
    consent_url: str | None
    offline: WidgetSettingsPatchOffline
    calls: bool
    files: bool
    file_kinds: list[Literal["pictures", "audio_video", "pdf", "text", "office", "archives"]]
    rating: bool
    sound: bool
    transcript: bool
    typing_preview: bool
    open_on_reply: bool
    title_badge: bool
    teaser_text: bool
    analytics_ids: bool
    hidden: WidgetSettingsPatchHidden
    invitations: WidgetSettingsPatchInvitations


class WidgetSettingsPatchTexts(TypedDict, total=False):
    en: WidgetTexts
    ru: WidgetTexts
    es: WidgetTexts
    ar: WidgetTexts
    de: WidgetTexts
    fr: WidgetTexts
    pt: WidgetTexts
    tr: WidgetTexts
    uk: WidgetTexts
    zh: WidgetTexts


class WidgetSettingsPatchContacts(TypedDict):
    when: Literal["off", "before", "during"]
    name: FieldMode
    email: FieldMode
    phone: FieldMode
    description: FieldMode


class WidgetSettingsPatchOffline(TypedDict):
    enabled: bool
    name: FieldMode
    email: FieldMode
    phone: FieldMode


class WidgetSettingsPatchHidden(TypedDict):
    urls: list[str]
    countries: list[str]
    devices: list[Literal["desktop", "mobile", "tablet"]]


class WidgetSettingsPatchInvitations(TypedDict):
    per_visit: int
    after_close_min: int


class WidgetTexts(TypedDict, total=False):
    title: str
    label: str
    greeting: str
    offline: str
    call: str
    consent: str


class _WorkingHoursRequired(TypedDict):
    timezone: str
    week: Week


class WorkingHours(_WorkingHoursRequired, total=False):
    exceptions: dict[str, list[str]]
    exception_details: dict[str, ExceptionDetails]


class RefuseTransferBody(TypedDict, total=False):
    reason: str


class CloseChatBody(TypedDict, total=False):
    reason: str


class BlockChatBody(TypedDict, total=False):
    until: str | None
    reason: str | None


class BlockVisitorBody(TypedDict, total=False):
    until: str | None
    reason: str | None


class OrderTriggersBody(TypedDict):
    ids: list[int]


AccountField = Literal["name", "locale", "accent", "safe_url", "trust_webhook_links"]
AuditResult = Literal["ok", "refused"]
AuditScope = Literal["account", "installation"]
AuthorKind = Literal["visitor", "operator", "bot", "system"]
Availability = Literal[0, 1]
BlockListKind = Literal["visitor", "ip", "range", "country", "email", "phone", "user_token", "customer"]
BotIncoming = Union["BotMessage", "BotInviteAgent"]
BotIncomingMessage = Union["BotText", "BotMarkdown", "BotButtons"]
BotTestEvent = Literal["CLIENT_MESSAGE", "AGENT_JOINED", "AGENT_UNAVAILABLE", "CHAT_CLOSED"]
CallDriver = Literal["desk", "http"]
CallListState = Literal["waiting", "running", "done"]
CallStatus = Literal["start", "agent_connected", "client_connected", "end", "error"]
ChannelKind = Literal["api", "mail", "telegram", "whatsapp", "widget"]
ChannelMessage = Union["ChannelText", "ChannelTyping", "ChannelFile", "ChannelLocation"]
ChannelStatus = Literal[0, 1]
ChatState = Literal["bot", "waiting", "open", "closed"]
ChatView = Literal["mine", "waiting", "bot", "all", "closed", "missed"]
ClientAuth = Literal["basic", "body"]
CustomerId = Union[str, int]
DeliveryKind = Literal["channel", "bot", "webhook", "push", "call", "mail"]
DeliveryState = Literal["pending", "delivered", "failed", "dead"]
DraftMode = Literal["text", "note", "email"]
EndpointKind = Literal["channel", "bot", "webhook"]
FieldMode = Literal["off", "optional", "required"]
IgnoredReason = Literal["unknown_field", "wrong_type", "unusable_link", "too_many", "url_missing", "result_not_ok", "event_takes_no_data", "chat_ended", "earlier_webhook", "body_not_read", "answer_in_reply", "status_decides", "error_decides", "code_hides_text"]
InterfaceLanguage = Literal["en", "ru"]
MarkdownNode = Union["MarkdownNodeText", "MarkdownNodeBold", "MarkdownNodeItalic", "MarkdownNodeLink"]
MediaFormat = Literal["media objects", "text with link"]
MessageKind = Literal["text", "media", "buttons", "markdown", "note"]
NewConnector = Union["NewConnectorMail", "NewConnectorTelegram", "NewConnectorWhatsapp"]
OAuthProvider = Literal["google", "microsoft", "own"]
OperatorChannels = Union[Literal["all"], "list[int]"]
Outcome = Literal["delivered", "refused", "bad_reply", "http_error", "timeout", "dns_failed", "connect_failed", "tls_failed", "private_address", "reply_too_large", "token_failed", "interrupted", "channel_deleted", "handed_over", "endpoint_off", "withdrawn"]
Presence = Literal["online", "away", "offline"]
ProviderScope = Literal["service", "account"]
ProviderState = Literal["active", "suspended", "requested", "refused"]
Rating = Literal["positive", "negative"]
ReplyFormat = Literal["csv", "json"]
ReplyScope = Literal["own", "department", "account"]
ReportCompare = Literal["before", "year", "none"]
ReportTable = Literal["days", "hours", "channels", "departments", "people", "chats"]
Role = Literal["owner", "admin", "developer", "operator", "viewer"]
Source = Literal["visitor", "signed", "page", "channel", "webhook", "operator"]
TriggerFrequency = Literal["page", "session", "visitor", "always"]
WebhookBlock = Literal["tags", "invitation", "custom_data", "rating_comment"]
WebhookEvent = Literal["call_event", "chat_accepted", "chat_assigned", "chat_updated", "chat_finished", "offline_message", "chat_created", "message_created", "chat_rated", "visitor_updated", "message_delivery_failed"]
WidgetLanguageCode = Literal["en", "ru", "es", "ar", "de", "fr", "pt", "tr", "uk", "zh"]
EventFrame = Union["CallUpdatedFrame", "ChatAcceptedFrame", "ChatAssignedFrame", "ChatClosedFrame", "ChatCreatedFrame", "ChatHandedOverFrame", "ChatTransferredFrame", "ChatUpdatedFrame", "DeliveryUpdatedFrame", "MessageCreatedFrame", "MessageUpdatedFrame", "OfflineMessageUpdatedFrame", "SettingsChangedFrame", "VisitorCreatedFrame", "VisitorUpdatedFrame"]
WebhookRequest = Union["CallEvent", "ChatAccepted", "ChatAssigned", "ChatUpdated", "ChatFinished", "OfflineMessageEvent", "ChatCreated", "MessageCreated", "ChatRated", "VisitorUpdated", "MessageDeliveryFailed"]
BotRequest = Union["BotClientMessage", "BotAgentJoined", "BotAgentUnavailable", "BotChatClosed"]
ListReportChatsNumber = Literal["chats", "begun", "missed", "missed_outside_hours", "replied", "answered", "closed", "rated", "positive", "negative", "commented", "by_bot", "calls", "calls_reached"]
ListDeliveriesState = Literal["pending", "delivered", "failed", "dead", "retrying", "not_usable"]
