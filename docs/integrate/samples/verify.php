<?php
// Checks the signature of a request of Parlour (Standard Webhooks 1.0.0). PHP 8 or later.

/**
 * $secret: "whsec_…"; $body: file_get_contents("php://input"), before any parsing. False: answer 401 and do nothing.
 */
function verify(string $secret, string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !ctype_digit($timestamp)) {
        return false;
    }
    // At most five minutes, so that nobody can send a recorded request again later.
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is rotated there are several signatures, separated by spaces. One must be right.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $one) {
        [$version, $text] = array_pad(explode(',', $one, 2), 2, '');
        if ($version === 'v1' && hash_equals($expected, $text)) {
            return true;
        }
    }
    return false;
}
