#pragma once
#include <curl/curl.h>

// Swift cannot call C's variadic functions: one function for each kind of argument.

static inline CURLcode vitals_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode vitals_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode vitals_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode vitals_curl_set_list(CURL *handle, struct curl_slist *list) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, list);
}

static inline CURLcode vitals_curl_set_resolution(CURL *handle, struct curl_slist *list) {
    return curl_easy_setopt(handle, CURLOPT_RESOLVE, list);
}

typedef size_t (*vitals_curl_write)(char *data, size_t size, size_t count, void *context);
typedef int (*vitals_curl_progress)(void *context, curl_off_t expected, curl_off_t got, curl_off_t toSend, curl_off_t sent);

static inline CURLcode vitals_curl_set_body_function(CURL *handle, vitals_curl_write function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode vitals_curl_set_header_function(CURL *handle, vitals_curl_write function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERDATA, context) : code;
}

static inline CURLcode vitals_curl_set_progress_function(CURL *handle, vitals_curl_progress function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context) : code;
}

static inline long vitals_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// Macros with a cast, which Swift does not import.
static const long vitals_curl_http_and_https = CURLPROTO_HTTP | CURLPROTO_HTTPS;
