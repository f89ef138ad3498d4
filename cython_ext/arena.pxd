"""Large blocks of cleared memory for search trees and tables, on huge pages where the system has them.

A tree of 100 MB on pages of 4 KiB takes 25,000 page faults to fill and several milliseconds to give back, after the
answer is known and before the caller sees it. On pages of 2 MiB neither can be noticed. What is never touched costs
nothing, however large the block. The front stays on small pages: to clear a huge one takes longer than many a search,
which needs some corners of it only.
"""

cdef extern from *:
    """
    #ifndef SPRINGTAIL_ARENA
    #define SPRINGTAIL_ARENA
    #include <stdlib.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #define SPRINGTAIL_MAPPED ((size_t)4 << 20)  /* from here on blocks are mapped; huge pages have 2 MiB */
    #define SPRINGTAIL_FRONT ((size_t)2 << 20)   /* on small pages */
    #endif
    static void *arena_new(size_t bytes) {
    #ifdef __linux__
        if (bytes >= SPRINGTAIL_MAPPED) {
            void *arena = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (arena == MAP_FAILED) return NULL;
            madvise((char *)arena + SPRINGTAIL_FRONT, bytes - SPRINGTAIL_FRONT, MADV_HUGEPAGE);  /* may be declined */
            return arena;
        }
    #endif
        return calloc(1, bytes ? bytes : 1);
    }
    static void arena_free(void *arena, size_t bytes) {
    #ifdef __linux__
        if (bytes >= SPRINGTAIL_MAPPED) {
            if (arena) munmap(arena, bytes);
            return;
        }
    #endif
        free(arena);
    }
    #endif
    """
    void *arena_new(size_t bytes) noexcept nogil                # all zero; NULL when there is no memory
    void arena_free(void *arena, size_t bytes) noexcept nogil   # takes the size that it was made with; NULL is fine
