"""The monotonic clock, readable without the GIL."""

cdef extern from *:
    """
    #ifndef SPRINGTAIL_CLOCK
    #define SPRINGTAIL_CLOCK
    #ifdef _WIN32
    #include <windows.h>
    static inline double seconds_now(void) {
        LARGE_INTEGER now, frequency;
        QueryPerformanceCounter(&now);
        QueryPerformanceFrequency(&frequency);
        return (double)now.QuadPart / (double)frequency.QuadPart;
    }
    #else
    #include <time.h>
    static inline double seconds_now(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    }
    #endif
    #endif
    """
    double seconds_now() noexcept nogil
