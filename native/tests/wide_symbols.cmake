# Fails when an object file that is compiled for a wide instruction set defines a function that other files may define too.
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]* [WVu] [^\n]*" shared "${symbols}")
  if(NOT symbols MATCHES "Avx")
    message(SEND_ERROR "${object} has no kernels")
  endif()
  # The functions that return the tables have the set in their names.
  list(FILTER shared EXCLUDE REGEX "4simd(4Avx2|6Avx512)")
  if(shared)
    message(SEND_ERROR "${object}: ${shared}")
  endif()
endforeach()
