// SPDX-License-Identifier: Apache-2.0
/// @file
/// Core Foundation, and the macros that the other headers declare with.
#ifndef SECURITY_SECDEFINITIONS_H
#define SECURITY_SECDEFINITIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <CoreFoundation/CoreFoundation.h>
#if __BLOCKS__
#include <dispatch/dispatch.h>
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
