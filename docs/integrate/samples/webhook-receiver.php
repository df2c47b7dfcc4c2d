<?php
// Receives events and shows data to the operator who accepted the chat. Environment: PARLOUR_SECRET (whsec_…).
// Start: php -S 127.0.0.1:8080 webhook-receiver.php
require __DIR__ . '/verify.php';

header('Content-Type: application/json');
$body = file_get_contents('php://input');
if (!verify(getenv('PARLOUR_SECRET'), $body)) {
    http_response_code(401);
    exit('{"result":"wrong signature"}');
}
$event = json_decode($body, true);
// An event can come more than once: store $_SERVER['HTTP_WEBHOOK_ID'] in your database and do the work once.
error_log($event['event_name'] . ' ' . ($event['chat_id'] ?? $event['offline_message_id'] ?? ''));
// Parlour ignores data in the replies to other events.
if (!in_array($event['event_name'], ['chat_created', 'chat_accepted', 'chat_updated', 'visitor_updated'], true)) {
    exit('{"result":"ok"}');
}
echo json_encode([
    'result' => 'ok',
    'custom_data' => [['title' => 'Orders', 'content' => '3 open for ' . ($event['visitor']['name'] ?: 'a new visitor')]],
    'crm_link' => 'https://crm.example/card/' . $event['visitor']['number'],
    'enable_assign' => true,
]);
