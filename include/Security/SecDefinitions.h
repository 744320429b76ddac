/// @file
/// Core Foundation, and the macros that the other headers declare with.
#ifndef SECURITY_SECDEFINITIONS_H
#define SECURITY_SECDEFINITIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// The headers of Core Foundation for Linux know the byte order by this macro, which gcc doesn't define.
#if !defined(__LITTLE_ENDIAN__) && !defined(__BIG_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define __LITTLE_ENDIAN__ 1
#else
#define __BIG_ENDIAN__ 1
#endif
#endif

#if __BLOCKS__
#include <CoreFoundation/CoreFoundation.h>
#include <dispatch/dispatch.h>
#else
// CoreFoundation.h includes headers that need blocks.
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFError.h>
#include <CoreFoundation/CFNumber.h>
#include <CoreFoundation/CFSet.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>
#include <CoreFoundation/CFUUID.h>
#endif

#ifndef __has_feature
#define __has_feature(feature) 0
#define SECURITY_DEFINED_HAS_FEATURE 1
#endif

// Compilers other than clang don't know nullability.
#if !__has_feature(nullability)
#ifndef _Nullable
#define _Nullable
#endif
#ifndef _Nonnull
#define _Nonnull
#endif
#endif

#ifdef SECURITY_DEFINED_HAS_FEATURE
#undef __has_feature
#undef SECURITY_DEFINED_HAS_FEATURE
#endif

#define SECURITY_EXPORT extern __attribute__((visibility("default")))

#ifdef __cplusplus
#define SECURITY_BEGIN extern "C" { CF_ASSUME_NONNULL_BEGIN
#define SECURITY_END CF_ASSUME_NONNULL_END }
#else
#define SECURITY_BEGIN CF_ASSUME_NONNULL_BEGIN
#define SECURITY_END CF_ASSUME_NONNULL_END
#endif

#endif
