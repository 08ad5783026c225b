// exit: 0
// prints: [%zu] [%zd] [%td] [%jd] 6
// prints: [%hhd] [%.*f] [%.*s] [%Lf] [%'d] 7
// prints: [%ls] [%y] [%5%] [100%] 8 %
// reports: printf_conversions.cu:20: simulator: note: conversion that a GPU's printf lacks: kernel
// sizes reports: prints with '%zu', which a GPU prints as it stands there reports:
// printf_conversions.cu:24: simulator: note: conversion that a GPU's printf lacks: kernel others
// reports: prints with '%hhd'
// reports: printf_conversions.cu:29: simulator: note: conversion that a GPU's printf lacks: kernel
// letters reports: prints with '%ls'
#include <cstddef>
#include <cstdio>

// What printf() knows on the host and not on a device. An H200 prints it as it stands in the format
// if no other conversion follows; else what is printed up to the end of the next is garbage. Here
// what follows stays right.

__global__ void sizes() {
  const std::size_t size = 5;
  printf("[%zu] [%zd] [%td] [%jd] %d\n", size, long{-3}, long{-4}, long{-5}, 6);
}
__global__ void others() {
  const signed char small = -3;
  printf("[%hhd] [%.*f] [%.*s] [%Lf] [%'d] %d\n", small, 2, 3.14159, 2, "abcd", (long double)1.5,
         1234567, 7);
}
__global__ void letters() {
  const char* const format = "[%ls] [%y] [%5%] [100%%] %d %";
  printf(format, "wide", 8);
  printf("\n");
}

int main() {
  sizes<<<1, 1>>>();
  cudaDeviceSynchronize();
  others<<<1, 1>>>();
  cudaDeviceSynchronize();
  letters<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
