<?php
// Receives the messages of operators. Environment: PARLOUR_SECRET (whsec_…). Start: php -S 127.0.0.1:8080 channel-endpoint.php.
// Endpoint URL in Parlour: http://<this host>:8080/parlour
require __DIR__ . '/verify.php';

header('Content-Type: application/json');
$body = file_get_contents('php://input');
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !str_starts_with($_SERVER['REQUEST_URI'], '/parlour/')) {
    http_response_code(404);
    exit('{"error":{"code":"internal","message":"Not found"}}');
}
if (!verify(getenv('PARLOUR_SECRET'), $body)) {
    http_response_code(401);
    exit('{"error":{"code":"internal","message":"Wrong signature"}}');
}
// Keeps all digits of large numbers: recipient.id has the form that you sent.
$event = json_decode($body, true, 512, JSON_BIGINT_AS_STRING);
// A repeat has the same webhook-id: show the message once (store the ids in your database), and answer ok again.
if (!in_array($event['message']['type'], ['typein', 'typeout'], true)) {
    error_log($event['sender']['name'] . ' ' . describe($event['message'], $event['recipient']));
}
echo '{"result":"ok"}';

function describe(array $message, array $recipient): string
{
    // A change has the id of an earlier message. Replace or remove that message.
    return match ($message['type']) {
        'edit' => "changed message {$message['id']}: {$message['text']}",
        'deletion' => "deleted message {$message['id']}",
        default => "to {$recipient['id']}: " . ($message['text'] ?? $message['file'] ?? "{$message['latitude']}, {$message['longitude']}"),
    };
}
