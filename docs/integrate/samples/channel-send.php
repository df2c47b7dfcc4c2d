<?php
// Sends a customer's message to a chat channel. INBOUND_URL: the inbound URL of the channel, as shown in Parlour.
$body = json_encode([
    'sender' => ['id' => 'cust-881', 'name' => 'Nadia Ross', 'email' => 'nadia@shop.example'],
    'message' => ['type' => 'text', 'id' => 'm-5001', 'text' => 'Is size 42 back in stock?'],
]);
// The same key and the same bytes in every repeat: then Parlour takes the message once.
$headers = ['Content-Type: application/json', 'Idempotency-Key: ' . bin2hex(random_bytes(16))];

for ($attempt = 1; $attempt <= 5; $attempt++) {
    $reply = @file_get_contents(getenv('INBOUND_URL'), false, stream_context_create(['http' => [
        'method' => 'POST', 'header' => $headers, 'content' => $body, 'timeout' => 10, 'ignore_errors' => true,
    ]]));
    $status = $reply === false ? 0 : (int) explode(' ', $http_response_header[0])[1];
    if ($status === 200) {
        echo $reply, "\n";
        exit(0);
    }
    // 4xx but 429: repeating cannot help. Report it with X-Request-Id to the operators of this Parlour.
    if ($status >= 400 && $status < 500 && $status !== 429) {
        break;
    }
    sleep(2 ** $attempt);
}
fwrite(STDERR, "$status $reply\n");
exit(1);
